// One request to a gateway and its answer: a libcurl transfer, its octets and how it ended.

internal import CCurl
internal import CivilTime
internal import Passes

/// A request to be made.
struct HTTPRequest: Sendable {
  /// What is counted apart, so that passes that hang do not hold up who asks for rooms.
  enum Lane: Sendable {
    case passes, rooms
  }

  let lane: Lane
  let url: String
  let octets: [UInt8]
  let within: Duration
  let answerOctetsMax: Int
  /// Takes the end, once, on the loop's thread.
  let completion: @Sendable (HTTPEnd) -> Void
}

/// How a request ended.
enum HTTPEnd: Sendable {
  /// An answer came, whole.
  case replied(GatewayReply)
  /// None came, and in libcurl's own words why.
  case failed(GatewayOutcome, remark: String)
}

/// A transfer under way. A class: libcurl holds its address. Used on the loop's thread alone.
final class HTTPExchange {
  let handle: UnsafeMutableRawPointer
  let request: HTTPRequest
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private var sentOctets = 0
  private var answer: [UInt8] = []
  private var isAnswerTooLong = false

  /// A transfer that is ready to be added to the loop; nil if libcurl has no memory or cannot do
  /// what is asked of it.
  init?(_ request: HTTPRequest, _ settings: GatewaySettings) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.request = request
    // Without `Expect:` a long request would wait a second for a leave that few gateways give.
    let lines = ["Content-Type: application/json", "Accept: application/json", "Expect:"]
    var headers: UnsafeMutablePointer<curl_slist>?
    for line in lines { headers = curl_slist_append(headers, line) }
    self.headers = headers
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let codes = Self.options(of: settings, on: handle) + ownOptions()
    guard headers != nil, codes.allSatisfy({ $0 == CURLE_OK }) else { return nil }
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// What every transfer has in common.
  private static func options(
    of settings: GatewaySettings, on handle: UnsafeMutableRawPointer
  ) -> [CURLcode] {
    func set(_ option: CURLoption, _ value: Int) -> CURLcode {
      usher_curl_set_number(handle, option, value)
    }
    var codes = [
      usher_curl_allow_web_only(handle), usher_curl_leave_quickly(handle),
      set(CURLOPT_NOSIGNAL, 1),
      set(CURLOPT_FOLLOWLOCATION, 0),
      set(CURLOPT_SSL_VERIFYPEER, 1),
      set(CURLOPT_SSL_VERIFYHOST, 2),
      set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      // One request at a time on a connection, so that what breaks with it is known.
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectWithin.curlMilliseconds),
      usher_curl_set_text(handle, CURLOPT_USERAGENT, settings.userAgent),
      // An empty name keeps libcurl from looking into the environment.
      usher_curl_set_text(handle, CURLOPT_PROXY, settings.proxy ?? ""),
    ]
    if let file = settings.certificateFile {
      codes += [
        usher_curl_set_text(handle, CURLOPT_CAINFO, file),
        usher_curl_set_text(handle, CURLOPT_CAPATH, nil),
      ]
    }
    return codes
  }

  private func ownOptions() -> [CURLcode] {
    let own = Unmanaged.passUnretained(self).toOpaque()
    return [
      usher_curl_set_text(handle, CURLOPT_URL, request.url),
      usher_curl_set_list(handle, CURLOPT_HTTPHEADER, headers),
      usher_curl_set_number(handle, CURLOPT_TIMEOUT_MS, request.within.curlMilliseconds),
      usher_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText),
      usher_curl_set_number(handle, CURLOPT_POST, 1),
      usher_curl_set_large(
        handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.octets.count)),
      usher_curl_set_pointer(handle, CURLOPT_READDATA, own),
      usher_curl_set_transfer(handle, CURLOPT_READFUNCTION) { octets, size, count, own in
        HTTPExchange.at(own).give(octets, size * count)
      },
      // When a kept connection breaks before an answer, libcurl sends the request again by itself.
      // The gateway may have sent the passes already, so a body that was begun is never rewound:
      // the transfer fails instead, and the outbox decides.
      usher_curl_set_seek(handle) { _, _, _ in CURL_SEEKFUNC_FAIL },
      usher_curl_set_pointer(handle, CURLOPT_WRITEDATA, own),
      usher_curl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { octets, size, count, own in
        HTTPExchange.at(own).take(octets, size * count)
      },
    ]
  }

  private static func at(_ own: UnsafeMutableRawPointer?) -> HTTPExchange {
    guard let own else { preconditionFailure("libcurl hands back the address it was given") }
    return Unmanaged<HTTPExchange>.fromOpaque(own).takeUnretainedValue()
  }

  private func give(_ room: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    let count = min(size, request.octets.count - sentOctets)
    guard let room, count > 0 else { return 0 }
    request.octets[sentOctets..<sentOctets + count].withUnsafeBytes { octets in
      UnsafeMutableRawBufferPointer(start: room, count: count).copyMemory(from: octets)
    }
    sentOctets += count
    return count
  }

  /// Taking less than was offered ends the transfer.
  private func take(_ octets: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard answer.count + count <= request.answerOctetsMax else {
      isAnswerTooLong = true
      return 0
    }
    answer.append(contentsOf: UnsafeRawBufferPointer(start: octets, count: count))
    return count
  }
}

extension HTTPExchange {
  /// What the end of the transfer means. As long as no octet of the body has left, a gateway cannot
  /// have done anything, even if a connection was there.
  func end(_ code: CURLcode, _ limits: GatewayLimits) -> HTTPEnd {
    let isBeforeSending = sentOctets == 0
    switch code {
    case CURLE_OK: return .replied(reply())
    case CURLE_OPERATION_TIMEDOUT where !isBeforeSending:
      return .failed(.timedOut, remark: remark(of: code, limits))
    case CURLE_WRITE_ERROR where isAnswerTooLong:
      let reason = "an answer of more than \(request.answerOctetsMax) octets"
      return .failed(.nonsense(reason: reason), remark: remark(of: code, limits))
    case CURLE_PARTIAL_FILE:
      return .failed(
        .nonsense(reason: "an answer that breaks off"), remark: remark(of: code, limits))
    case CURLE_UNSUPPORTED_PROTOCOL where !isBeforeSending, CURLE_WEIRD_SERVER_REPLY:
      return .failed(
        .nonsense(reason: "an answer that is not HTTP"), remark: remark(of: code, limits))
    default:
      return .failed(
        .connectionFailed(beforeSending: isBeforeSending), remark: remark(of: code, limits))
    }
  }

  private func reply() -> GatewayReply {
    var status = 0
    var retryAfter: curl_off_t = 0
    usher_curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    // Seconds, also where the gateway wrote a date; 0 if it wrote nothing.
    usher_curl_get_large(handle, CURLINFO_RETRY_AFTER, &retryAfter)
    return GatewayReply(
      status: status, retryAfterSeconds: retryAfter > 0 ? Int(retryAfter) : nil, octets: answer)
  }

  private func remark(of code: CURLcode, _ limits: GatewayLimits) -> String {
    let detail = String(cString: errorText)
    let text = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    return text.shown(octetsMax: limits.textOctetsMax)
  }
}

extension Duration {
  /// At least 1: to libcurl 0 means without end.
  fileprivate var curlMilliseconds: Int { Int(clamping: max(1, wholeMilliseconds)) }
}
