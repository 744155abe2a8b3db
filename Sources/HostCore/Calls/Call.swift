import HostProtocol
import JSONRPC

/// One request of the host to a plugin, from the moment it is wanted until it is answered or given up.
struct Call {
  /// What the answer is for.
  enum Purpose {
    case initialize
    case shutdown
    /// A peer's request, passed on.
    case relay(ReplyAddress, RelayTokens)
    /// The items of a datasource.
    case provideDatasource(DatasourceID)
    /// The items of a source that is asked for each text.
    case querySource(SourceQuery.Key)
    /// What is worth knowing about an item.
    case resolveItem(ReplyAddress, SourceItem)
    /// A screen that opens, or whose plugin is back.
    case provideScreen(ScreenID)
    /// Rows of a list that a window waits for.
    case fetchRows(WindowID)
    /// A delegate call whose answer nobody waits for.
    case delivery(DelegateSubject)
    /// What a popup shows.
    case popupContent(PopupID)
    /// What a press of a popup's action leads to.
    case popupAction(PopupID)

    /// Whether the call belongs to the plugin's life, which settles it itself.
    var isLifecycle: Bool {
      switch self {
      case .initialize, .shutdown: true
      default: false
      }
    }

    /// Whether the plugin may wait for a popup meanwhile: a person decides then how long it takes.
    var mayWaitForPopups: Bool {
      switch self {
      case .delivery, .popupAction: true
      default: false
      }
    }
  }

  /// How far it has come.
  enum Phase {
    /// The plugin is starting; the body goes out when it is ready.
    case waiting(Body)
    /// Sent, and not answered yet.
    case sent
    /// Sent, and `$/cancelRequest` after it.
    case cancelling

    /// Whether the plugin has got it.
    var isSent: Bool {
      switch self {
      case .waiting: false
      case .sent, .cancelling: true
      }
    }
  }

  /// What is sent.
  enum Body {
    /// A peer's message whose params are passed on verbatim.
    case relayed(FrameSlice, Envelope)
    /// A request that the host made itself, with the text of its params.
    case made(Method, params: [UInt8])
  }

  /// Whether it was cancelled and its plugin may still answer.
  var isCancelled: Bool {
    if case .cancelling = phase { true } else { false }
  }

  let purpose: Purpose
  /// The method's name, for the figures of `host/status`.
  let method: String
  /// The calls that led to this one, oldest first; empty for a front end's own request.
  var causes: [CallLink] = []
  /// The origin's `_meta.trace`, as written, for requests that the host makes itself.
  var trace: [UInt8] = []
  /// What the call is about, as far as it belongs to a session; a cause stands for it.
  var subject: DelegateSubject?
  var phase: Phase
  var deadline: DeadlineQueue<Timer>.Handle?
  /// When its whole time is over, a start included, where it has such a time.
  var dueBy: Instant?
  /// How many popups the plugin waits for on behalf of this call; its deadline stands still meanwhile.
  var awaitedPopups = 0
  /// When it was sent, for the figures of `host/status`.
  var sentAt: Instant?
}

/// The tokens that a relay exchanged, as the origin wrote them.
struct RelayTokens {
  var partialResult: RequestID?
  var workDone: RequestID?
}

/// Which of a request's two tokens is meant.
enum TokenKind: UInt8 {
  case partialResult = 0x70  // "p"
  case workDone = 0x77  // "w"
}

/// What an armed deadline is for.
enum Timer: Hashable {
  /// A call to a plugin.
  case call(PluginIndex, RequestID)
  /// The one deadline of a plugin's life.
  case lifecycle(PluginIndex)
  /// A session that has not said `initialize`, or that nobody resumes.
  case session(SessionID)
  /// The first answer of a search.
  case firstPaint(SearchID)
  /// The end of the quiet after which a search asks its query sources.
  case quiet(SearchID)
  /// The end of the pause between two tellings of what a stream has brought.
  case partial(SearchID)
  /// The time after which sources that have not answered count as failed.
  case sourcesDue(SearchID)
  /// The one deadline of a popup's life.
  case popup(PopupID)
  /// The age of a datasource.
  case datasourceAge(DatasourceID)
  /// The end of the pause between two writings of what was learned.
  case learnedUse
}

/// The place of a plugin in the host's list; never reused.
struct PluginIndex: Hashable {
  let value: Int
}
