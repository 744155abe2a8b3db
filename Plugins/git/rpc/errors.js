/** The codes that a plugin answers with; JSON-RPC's own first, then the protocol's. */
export const ErrorCode = Object.freeze({
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32800,
  notInitialized: -32002,
  unknownObject: -32004,
  noCommonVersion: -32006,
  alreadyInitialized: -32007,
  messageTooLarge: -32011,
});

// How much of a bad value an error quotes.
const QUOTED_CHARACTERS = 200;

/** An error that is answered as it is; handlers throw it. */
export class ResponseError extends Error {
  constructor(code, message, data) {
    super(message);
    this.name = 'ResponseError';
    this.code = code;
    this.data = data;
  }

  /** -32602 for the member that the JSON Pointer `path` names. */
  static invalidParams(path, expected, found) {
    const quoted =
      found.length > QUOTED_CHARACTERS ? `${found.slice(0, QUOTED_CHARACTERS)}…` : found;
    const message = `${path || 'params'}: expected ${expected}, found ${quoted}`;
    return new ResponseError(ErrorCode.invalidParams, message, { path, expected, found: quoted });
  }

  /** What is answered for whatever a handler threw; only our own errors are told as they are. */
  static of(error) {
    if (error instanceof ResponseError) return error;
    return new ResponseError(ErrorCode.internalError, String(error?.message ?? error));
  }

  /** The `error` member of an answer. */
  toJSON() {
    return { code: this.code, message: this.message, data: this.data };
  }
}
