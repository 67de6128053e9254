// What programs read of accounts with providers.

import Accounts
import Dialogue
import JSON
import Mobility

extension WireForm {
  /// What an answer tells of accounts, beside its words.
  func addAccounts(of answer: Answer, to members: inout JSONObject) {
    if answer.wantsSecret != nil { members["secret"] = true }
    for case .account(let told) in answer.parts {
      switch told {
      case .standings(let standings):
        members["accounts"] = .array(standings.map { .object(standing($0)) })
      case .news(let news): add(news, to: &members)
      case .offersCode, .code, .noService, .whose, .secretElsewhere, .noRegion: break
      }
    }
  }

  /// What news tell of an account, beside their words.
  func add(_ news: AccountNews, to members: inout JSONObject) {
    if case .prompt(let prompt, _) = news { members["link"] = link(prompt).map { .object($0) } }
    members["provider"] = news.provider.map { .string($0) }
  }

  /// What news that last tell of an account, beside their words: how it stands now, and why it is
  /// not linked.
  func add(
    _ news: AccountNews, _ now: AccountBook.Standing?, to members: inout JSONObject
  ) {
    add(news, to: &members)
    members["because"] = news.code.map { .string($0.rawValue) }
    if let provider = news.provider, let now {
      let told = AccountStanding(provider: provider, standing: now)
      members["account"] = .object(standing(told))
    }
  }

  private func standing(_ told: AccountStanding) -> JSONObject {
    var members: JSONObject = ["provider": .string(told.provider)]
    let state: String
    switch told.standing {
    case .here(let facts):
      state = "here"
      members["name"] = facts.label.map { .string($0) }
      members["expires"] = facts.isRefreshed ? nil : facts.expires.map { .string(moment($0)) }
    case .atService: state = "service"
    case .linking: state = "linking"
    case .notLinked: state = "none"
    case .cannotBeLinked: state = "unknown"
    }
    members["state"] = .string(state)
    return members
  }

  /// What a person has to do; nil for what cannot be done from here.
  private func link(_ prompt: LinkPrompt) -> JSONObject? {
    var members: JSONObject = [
      "provider": .string(prompt.key.provider), "expires": .string(moment(prompt.expires)),
    ]
    switch prompt.task {
    case .typeCode(let device):
      members["userCode"] = .string(device.userCode)
      members["address"] = .string(device.address.text)
      members["complete"] = device.complete.map { .string($0.text) }
    case .approve(let page): members["address"] = .string(page.text)
    case .open(let page, let isPasted):
      members["address"] = .string(page.written)
      if isPasted { members["pasted"] = true }
    case .fill: return nil
    }
    return members
  }
}
