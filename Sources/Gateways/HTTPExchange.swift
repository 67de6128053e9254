// One request and its answer: a libcurl transfer, its octets and how it ended.

internal import CCurl
internal import CivilTime

/// A transfer under way. A class: libcurl holds its address. Used on the loop's thread alone.
final class HTTPExchange {
  let handle: UnsafeMutableRawPointer
  let request: HTTPRequest
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private let headerOctetsMax: Int
  private var hasLeft = false
  private var sentOctets = 0
  private var answer: [UInt8] = []
  private var isAnswerTooLong = false
  private var head = HTTPHead()

  /// A transfer that is ready to be added to the loop; nil if libcurl has no memory or cannot do
  /// what is asked of it.
  init?(_ request: HTTPRequest, _ settings: GatewaySettings) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.request = request
    headerOctetsMax = settings.limits.headerOctetsMax
    headers = Self.list(of: request.content.headers)
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let codes =
      Self.options(of: settings, on: handle) + ownOptions() + bodyOptions() + answerOptions()
    guard headers != nil, codes.allSatisfy({ $0 == CURLE_OK }) else { return nil }
  }

  deinit {
    curl_easy_cleanup(handle)
    Self.giveBack(headers)
    errorText.deallocate()
  }

  private static func list(of lines: [WipedOctets]) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      let longer = withUnsafeTemporaryAllocation(of: CChar.self, capacity: line.count + 1) { room in
        line.reveal { octets in
          for place in octets.indices { room[place] = CChar(bitPattern: octets[place]) }
        }
        room[line.count] = 0
        defer { WipedOctets.wipe(UnsafeMutableRawBufferPointer(room)) }
        return curl_slist_append(list, room.baseAddress)
      }
      guard let longer else {
        giveBack(list)
        return nil
      }
      list = longer
    }
    return list
  }

  // libcurl's copies of lines that may hold a secret.
  private static func giveBack(_ list: UnsafeMutablePointer<curl_slist>?) {
    var line = list
    while let node = line {
      WipedOctets.wipe(node.pointee.data)
      line = node.pointee.next
    }
    curl_slist_free_all(list)
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
      // What a proxy says is no part of the answer.
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    ]
    if let file = settings.certificateFile {
      codes += [
        usher_curl_set_text(handle, CURLOPT_CAINFO, file),
        usher_curl_set_text(handle, CURLOPT_CAPATH, nil),
      ]
    }
    return codes
  }

  private var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func ownOptions() -> [CURLcode] {
    [
      usher_curl_set_text(handle, CURLOPT_URL, request.url),
      usher_curl_set_list(handle, CURLOPT_HTTPHEADER, headers),
      usher_curl_set_number(handle, CURLOPT_TIMEOUT_MS, request.within.curlMilliseconds),
      usher_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText),
      usher_curl_set_number(
        handle, CURLOPT_FRESH_CONNECT, request.content.needsFreshConnection ? 1 : 0),
      usher_curl_tell_leaving(
        handle,
        { own, _, _, _, _ in
          HTTPExchange.at(own).hasLeft = true
          return 0
        }, own),
    ]
  }

  private func bodyOptions() -> [CURLcode] {
    guard let body = request.content.body else {
      return [usher_curl_set_number(handle, CURLOPT_HTTPGET, 1)]
    }
    return [
      usher_curl_set_number(handle, CURLOPT_POST, 1),
      usher_curl_set_large(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)),
      usher_curl_set_pointer(handle, CURLOPT_READDATA, own),
      usher_curl_set_transfer(handle, CURLOPT_READFUNCTION) { octets, size, count, own in
        HTTPExchange.at(own).give(octets, size * count)
      },
      // When a kept connection breaks before an answer, libcurl sends the request again by itself.
      // The gateway may have sent the passes already, so a body that was begun is never rewound:
      // the transfer fails instead, and the outbox decides.
      usher_curl_set_seek(handle) { _, _, _ in CURL_SEEKFUNC_FAIL },
    ]
  }

  private func answerOptions() -> [CURLcode] {
    var codes = [
      usher_curl_set_pointer(handle, CURLOPT_HEADERDATA, own),
      usher_curl_set_transfer(handle, CURLOPT_HEADERFUNCTION) { octets, size, count, own in
        HTTPExchange.at(own).takeHeader(octets, size * count)
      },
      usher_curl_set_pointer(handle, CURLOPT_WRITEDATA, own),
      usher_curl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { octets, size, count, own in
        HTTPExchange.at(own).take(octets, size * count)
      },
    ]
    if request.content.takesCompressed {
      codes.append(usher_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip"))
    }
    return codes
  }

  private static func at(_ own: UnsafeMutableRawPointer?) -> HTTPExchange {
    guard let own else { preconditionFailure("libcurl hands back the address it was given") }
    return Unmanaged<HTTPExchange>.fromOpaque(own).takeUnretainedValue()
  }

  private func give(_ room: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    guard let room, let body = request.content.body else { return 0 }
    let count = min(size, body.count - sentOctets)
    guard count > 0 else { return 0 }
    body.reveal { octets in
      UnsafeMutableRawBufferPointer(start: room, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: octets[sentOctets..<sentOctets + count]))
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

  private func takeHeader(_ octets: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    head.take(UnsafeRawBufferPointer(start: octets, count: count))
    return head.octets <= headerOctetsMax ? count : 0
  }
}

extension HTTPExchange {
  /// What the end of the transfer means.
  func end(_ code: CURLcode, _ limits: GatewayLimits) -> HTTPEnd {
    switch code {
    case CURLE_OK: .replied(reply())
    case CURLE_OPERATION_TIMEDOUT: failure(.timedOut, code, limits)
    case CURLE_WRITE_ERROR where isAnswerTooLong:
      failure(
        .unreadable("an answer of more than \(request.answerOctetsMax) octets"), code, limits)
    case CURLE_WRITE_ERROR:
      failure(.unreadable("a header of more than \(headerOctetsMax) octets"), code, limits)
    case CURLE_PARTIAL_FILE: failure(.unreadable("an answer that breaks off"), code, limits)
    case CURLE_BAD_CONTENT_ENCODING:
      failure(.unreadable("an answer that is compressed wrongly"), code, limits)
    case CURLE_UNSUPPORTED_PROTOCOL where sentOctets > 0 || hasLeft, CURLE_WEIRD_SERVER_REPLY:
      failure(.unreadable("an answer that is not HTTP"), code, limits)
    default: failure(.broken, code, limits)
    }
  }

  /// What is known where the transfer is cancelled.
  func cancelled() -> HTTPEnd {
    .failed(
      HTTPFailure(
        kind: .cancelled, hasLeft: mayHaveLeft, hasBodyLeft: sentOctets > 0, remark: "cancelled"))
  }

  private var mayHaveLeft: Bool {
    hasLeft || sentOctets > 0 || usher_curl_has_left(handle) != 0
  }

  private func failure(
    _ kind: HTTPFailure.Kind, _ code: CURLcode, _ limits: GatewayLimits
  ) -> HTTPEnd {
    .failed(
      HTTPFailure(
        kind: kind, hasLeft: mayHaveLeft, hasBodyLeft: sentOctets > 0,
        remark: remark(of: code, limits)))
  }

  private func reply() -> HTTPAnswer {
    var status = 0
    var retryAfter: curl_off_t = 0
    usher_curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    // Seconds, also where the gateway wrote a date; 0 if it wrote nothing.
    usher_curl_get_large(handle, CURLINFO_RETRY_AFTER, &retryAfter)
    return HTTPAnswer(
      status: status, retryAfterSeconds: retryAfter > 0 ? Int(retryAfter) : nil,
      errorCode: head.errorCode, octets: answer)
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
