// How what the house says becomes octets on a connection, and who hears them.

import BookingAgent
import JSON
import LineProtocol

extension Life {
  /// One effect as octets on its connection.
  func tell(_ effect: Effect) -> Told? {
    var octets: [UInt8] = []
    if let id = effect.session { promises.note(promises.reach.looksTold(id, effect)) }
    switch effect {
    case .greet(let id, let reply):
      reply.writeText(into: &octets, lineEnd: .lf)
      promises.overheard(octets, by: Hearer(peers[id]?.user))
      promises.overheard(reply.lines, reply.members, by: Hearer(peers[id]?.user))
    case .reply(let id, let request, let reply): return tell(reply, to: request, on: id)
    case .refuse(let id, let refusal):
      refusal.writeJSON(into: &octets)
      if let asked = peers[id]?.answered(id: refusal.id) {
        checkBefore(asked, on: id, "\(refusal)")
      } else {
        promises.break("every request gets one reply", "\(id) was refused for nothing")
      }
      promises.overheard(octets, by: .noUser)
    case .result(let id, let request, let result):
      guard let request else { return nil }
      result.writeResult(into: &octets, id: request)
      if let asked = peers[id]?.answered(id: request) {
        checkBefore(asked, on: id, "\(result)")
      } else {
        promises.break("every request gets one reply", "\(id) got a result for nothing")
      }
      promises.overheard(octets, by: .noUser)
    case .notice(let id, let notice) where notice.code == .closing: hearEnd(notice, on: id)
    case .notice(let id, let notice):
      if peers[id]?.isJSON == true {
        notice.writeJSON(into: &octets)
      } else {
        notice.writeText(into: &octets, lineEnd: .lf)
      }
      counts.note(.news)
      hear(notice, on: id)
      if let rides {
        let user = notice.members["user"]?.string
        promises.rides.hear(
          notice.lines, notice.members, by: user, rides.service)
      }
      promises.overheard(octets, by: hearer(of: notice, on: id))
      promises.overheard(notice.lines, notice.members, by: hearer(of: notice, on: id))
    case .close(let id):
      // Who has said goodbye is not heard any more.
      if let peer = peers[id], !peer.asked.isEmpty, !peer.hasSaidGoodbye {
        promises.break("every request gets one reply", "\(id) was closed with some open")
      }
      noteEnd(of: id)
      peers[id] = nil
      goneSoon.append(id)
    // A terminal of the simulation does not say how wide it is.
    case .askWindow: break
    case .commit, .ping, .setDisplay, .board, .call, .errand, .account, .readOpenings, .signIn,
      .readTokens, .moveClock, .scriptGateway, .startAfresh, .tellOperator:
      promises.break("effects that are no news stay inside", "\(effect)")
    }
    trace.add("out", octets)
    return nil
  }

  /// A reply as octets; nil if nobody is there to hear it, or nobody asked.
  private func tell(_ reply: Reply, to request: RequestID?, on id: SessionID) -> Told? {
    var octets: [UInt8] = []
    guard var peer = peers[id] else { return nil }
    guard var asked = peer.answered(id: request) else {
      // In JSON a call without an id wants no answer, and the shell lets none out.
      if !(peer.isJSON && request == nil) {
        promises.break("every request gets one reply", "\(id) got \(reply.lines) for nothing")
      }
      return nil
    }
    // A goodbye whose wake failed with it closes all the same.
    let isGoodbye = reply.code == .goodbye || Told.isFailure(reply)
    if isGoodbye { peer.hasSaidGoodbye = true }
    let hearer = peer.hearer(of: asked)
    signIn(&asked, reply, on: &peer)
    if !peer.isJSON { peer.hear(reply) }
    noted(asked, reply, on: peer)
    peers[id] = peer
    if peer.isJSON {
      reply.writeJSON(into: &octets, id: request)
    } else {
      reply.writeText(into: &octets, lineEnd: .lf)
    }
    trace.add("\(id) <", octets)
    promises.checkForm(octets, isJSON: peer.isJSON)
    noteSecret(asked, reply, on: id)
    if let rides {
      let user = asked.mayBeAnybody ? nil : asked.user
      promises.rides.hear(
        reply.lines, reply.members, by: user, after: asked.said,
        isDone: reply.code == .done, rides.service)
    }
    let isRepeated = reply.members["replayed"] == true
    promises.overheard(octets, by: hearer, isRepeated: isRepeated)
    if !isRepeated {
      promises.overheard(reply.lines, reply.members, by: hearer, after: asked.said)
    }
    return Told(session: id, asked: asked, reply: reply)
  }

  /// Who hears news: in JSON they say so themselves, and in text a name may be told after them.
  private func hearer(of notice: Notice, on id: SessionID) -> Hearer {
    // What comes after the end of a connection nobody hears.
    guard let peer = peers[id], !peer.mayBeAnybody else { return .anybody }
    return Hearer((peer.isJSON ? nil : peer.user) ?? notice.members["user"]?.string)
  }
}
