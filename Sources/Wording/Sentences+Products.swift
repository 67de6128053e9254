// What can be booked on a trip, as it is listed: a line each, numbered as it is picked.

import Discourse
import Mobility
import Products

extension Sentences {
  func productLines(_ leg: LegReference, _ products: [Product]) -> [String] {
    [productsHead("\(leg)")]
      + products.enumerated().map { productLine($0.element, $0.offset) } + [howToBook]
  }

  func productLine(_ product: Product, _ place: Int) -> String {
    let price = product.priceText.map { cut($0, 40) } ?? product.price.map(self.price)
    let minutes = product.arrivesInSeconds.map { arrives(inMinutes: ($0 + 59) / 60) }
    let parts: [String?] = [
      cut(product.title, 60), price ?? priceUnknown, product.surge.map { cut($0, 80) }, minutes,
      product.subtitle.map { cut($0, 80) },
    ]
    return "\(place + 1)) " + parts.compactMap(\.self).joined(separator: " · ")
  }

  func optionLine(_ place: Int, _ option: BookingOptions.Option) -> String {
    let bounds = [option.least, option.most].compactMap(\.self).map(price)
    let cost = Set(bounds).count == 1 ? bounds[0] : bounds.joined(separator: "–")
    let parts: [String?] = [
      cut(option.product.title, 60), cost.isEmpty ? nil : cost, option.warning.map { cut($0) },
    ]
    return "\(place + 1)) " + parts.compactMap(\.self).joined(separator: " · ")
  }

  func price(_ amount: Amount) -> String {
    if amount.hundredths == 0 { return free }
    let (units, rest) = amount.hundredths.quotientAndRemainder(dividingBy: 100)
    let digits = rest.magnitude < 10 ? "0\(rest.magnitude)" : "\(rest.magnitude)"
    let sign = amount.hundredths < 0 && units == 0 ? "-" : ""
    return "\(sign)\(units).\(digits)" + (amount.currency.map { " \(cut($0, 8))" } ?? "")
  }
}
