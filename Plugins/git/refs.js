import { digest, read, readRecords } from './git.js';
import { fieldsOf } from './text.js';

const HEADS = 'refs/heads/';
const REMOTES = 'refs/remotes/';
const TAGS = 'refs/tags/';
// Commits beyond it are nothing that a person finds by typing, and the host keeps them all.
const COMMITS = 250_000;
// A longer name is no file's name, and so no branch's.
const NAME_BYTES = 4096;

// Fields of `git for-each-ref`, one a line. The path comes last, since it may have line feeds.
const BRANCH_FIELDS = [
  'refname', 'symref', 'objectname', 'HEAD', 'upstream:short', 'committerdate:short', 'authorname',
  'contents:subject', 'worktreepath',
];
const TAG_FIELDS = [
  'refname', 'objectname', '*objectname', 'creatordate:short', 'creator', 'contents:subject',
];
const COMMIT_FIELDS = ['H', 'as', 'an', 's'];

/**
 * The branches of a repository, local ones first, the newest first among them; `scope` is `local`,
 * `remote` or undefined for both.
 *
 * Each is `{ref, name, isRemote, commit, isCurrent, upstream, date, author, subject, workTree}`;
 * `workTree` is the folder in which it is checked out.
 */
export async function* branches(repository, { scope, signal }) {
  const prefixes = { local: [HEADS], remote: [REMOTES] }[scope] ?? [HEADS, REMOTES];
  for (const prefix of prefixes) {
    yield* branchesIn(repository, ['--sort=-committerdate', '--', prefix], signal);
  }
}

/** The branch with this name, a local one if there are two; undefined if there is none. */
export async function branchNamed(repository, name, signal) {
  if (name === '' || Buffer.byteLength(name) > NAME_BYTES || name.includes('\0')) return undefined;
  let found;
  // Bytes that are not UTF-8 can't be asked for.
  const patterns = name.includes('\\') ? [HEADS, REMOTES] : [HEADS + name, REMOTES + name];
  for await (const branch of branchesIn(repository, ['--', ...patterns], signal)) {
    // Patterns match more: what is below a name, and what `*` stands for.
    if (branch.name === name && (found === undefined || !branch.isRemote)) found = branch;
  }
  return found;
}

async function* branchesIn({ path }, args, signal) {
  const format = `${BRANCH_FIELDS.map((field) => `%(${field})`).join('%0a')}%00`;
  const command = ['for-each-ref', `--format=${format}`, ...args];
  for await (const record of readRecords(command, { cwd: path, signal })) {
    const [ref, target, commit, mark, upstream, date, author, subject, ...workTree] =
      fieldsOf(record);
    const isRemote = ref.startsWith(REMOTES);
    // refs/remotes/origin/HEAD and its like are no branches, but other names for one.
    if (isRemote && target !== '') continue;
    yield {
      ref, commit, isRemote, upstream, date, author, subject,
      name: ref.slice((isRemote ? REMOTES : HEADS).length),
      isCurrent: mark === '*',
      workTree: workTree.join('\n'),
    };
  }
}

/** The tags, the newest first: `{ref, name, commit, date, author, subject}`. */
export async function* tags({ path }, { signal }) {
  const format = `${TAG_FIELDS.map((field) => `%(${field})`).join('%0a')}%00`;
  const command = ['for-each-ref', `--format=${format}`, '--sort=-creatordate', '--', TAGS];
  for await (const record of readRecords(command, { cwd: path, signal })) {
    const [ref, object, peeled, date, creator, subject] = fieldsOf(record);
    const author = creator.replace(/ <.*$/, '');
    yield { ref, name: ref.slice(TAGS.length), commit: peeled || object, date, author, subject };
  }
}

/** The commits that HEAD has, the newest first: `{commit, date, author, subject}`. */
export async function* commits(repository, { signal }) {
  const head = await repository.headCommit(signal);
  if (head === undefined) return;
  const format = `--format=${COMMIT_FIELDS.map((field) => `%${field}`).join('%n')}%x00`;
  const command = ['rev-list', `--max-count=${COMMITS}`, '--no-commit-header', '--encoding=UTF-8'];
  const options = { cwd: repository.path, signal };
  for await (const record of readRecords([...command, format, head], options)) {
    const [commit, date, author, subject] = fieldsOf(record);
    yield { commit, date, author, subject };
  }
}

/** What changes whenever a list does; the same `scope` as for `branches`. */
export async function fingerprint(kind, repository, { scope, signal }) {
  if (kind === 'commits') return repository.headCommit(signal);
  const prefixes = { tags: [TAGS], local: [HEADS], remote: [REMOTES] }[scope ?? kind];
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', '--'];
  const [head, refs] = await Promise.all([
    kind === 'branches' ? repository.currentBranch(signal) : undefined,
    digest([...args, ...(prefixes ?? [HEADS, REMOTES])], { cwd: repository.path, signal }),
  ]);
  return `${head} ${refs}`;
}

/** What remotes have given, as a set of lines: tags and remotes' branches with their commits. */
export async function fetched({ path }, signal) {
  const format = '--format=%(symref)%0a%(objectname) %(refname)%00';
  const args = ['for-each-ref', format, '--', REMOTES, TAGS];
  const lines = new Set();
  for await (const record of readRecords(args, { cwd: path, signal })) {
    const line = record.toString('latin1');
    if (line.startsWith('\n')) lines.add(line); // others are names for one of these
  }
  return lines;
}

/**
 * The commits that nothing but this branch has, the newest first, at most `limit` of them:
 * `[{commit, subject}]`.
 */
export async function commitsOnlyOn({ path }, branch, { limit, signal }) {
  const aliases = [];
  const format = '--format=%(symref)%0a%(refname)%00';
  for await (const record of readRecords(['for-each-ref', format], { cwd: path, signal })) {
    const [target, ref] = fieldsOf(record);
    if (target === branch.ref) aliases.push(ref);
  }
  const others = [branch.ref, ...aliases].map((ref) => `--exclude=${ref}`);
  const command = ['rev-list', `--max-count=${limit}`, '--no-commit-header', '--encoding=UTF-8'];
  const range = [branch.commit, '--not', ...others, '--all'];
  const lost = [];
  const options = { cwd: path, signal };
  for await (const record of readRecords([...command, '--format=%h%n%s%x00', ...range], options)) {
    const [commit, subject] = fieldsOf(record);
    lost.push({ commit, subject });
  }
  return lost;
}

/** The names of the remotes. */
export async function remotes({ path }, signal) {
  const names = (await read(['remote'], { cwd: path, signal })).toString().split('\n');
  return names.filter(Boolean);
}

/** The name of the remote that a remote-tracking branch belongs to; names may contain slashes. */
export async function remoteOf(repository, branch, signal) {
  const names = await remotes(repository, signal);
  const fitting = names.filter((name) => branch.name.startsWith(`${name}/`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}
