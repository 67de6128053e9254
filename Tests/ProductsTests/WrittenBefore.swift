// Written forms as version 1 wrote them: what lies in a store has to be read for ever.

enum WrittenBefore {
  /// A purchase behind a form, before terms.
  static let purchase = #"""
    {"format":1,"kept":{"id":{"number":1},"owner":"mia","conversation":"room","leg":{"tr\#
    ip":{"number":1},"number":3},"language":"de","state":{"agreement":{"_0":{"title":"Te\#
    rms","texts":[],"page":"https://terms.example/","next":"https://api.example.org/v1/p\#
    ost/terms","form":{"kind":"bookingForm","title":"Terms","groups":[{"fields":[{"id":"\#
    auth","isRequired":false,"isReadOnly":false,"isHidden":false,"refreshesForm":false,"\#
    type":"link","kind":{"link":{"_0":"https://terms.example/","_1":"external"}},"value"\#
    :"\"https://terms.example/\""},{"id":"disregardURL","isRequired":false,"isReadOnly":\#
    false,"isHidden":true,"refreshesForm":false,"type":"string","kind":{"text":{"_0":"TE\#
    XT"}},"value":"\"https://back.example/\""}]}],"action":{"address":"https://api.examp\#
    le.org/v1/post/terms","isEnabled":true,"isFinal":false,"isDone":false},"hasPayment":\#
    false,"faults":[]}},"_1":{"send":{"_0":{"title":"Short","texts":[],"items":[{"id":"n\#
    ame","title":"Name","details":[],"isRequired":true,"kind":{"text":{"_0":"TEXT"}},"an\#
    swer":{"text":{"_0":"Mia"}}}],"sendTitle":"Go","alternatives":[],"isReviewed":false,\#
    "isShown":false,"source":{"form":{"_0":{"kind":"bookingForm","title":"Short","groups\#
    ":[{"fields":[{"id":"name","title":"Name","isRequired":true,"isReadOnly":false,"isHi\#
    dden":false,"refreshesForm":false,"type":"string","kind":{"text":{"_0":"TEXT"}}}]}],\#
    "action":{"title":"Go","address":"https://api.example.org/v1/post/short","isEnabled"\#
    :true,"isFinal":false,"isDone":false},"hasPayment":false,"faults":[]}}}}}}}},"produc\#
    ts":[],"touched":{"milliseconds":1764000000000},"isLate":false,"pages":1,"refreshes"\#
    :0,"hasAgreed":false,"hasSent":true,"accountsTried":[],"before":{"isConfirmed":false\#
    }}}
    """#

  /// A trip of which a leg is booked.
  static let trip = #"""
    {"format":1,"kept":{"reference":{"number":1},"owner":"mia","trip":{"id":"one","arriv\#
    e":{"milliseconds":1764016200000},"legs":[{"id":"bike","template":2,"mode":"ps_bik",\#
    "action":"","notes":"","hidesExactTimes":false,"availability":{"available":{}}}],"up\#
    date":"https://api.example.org/v1/update/1","aliases":[],"hidesExactTimes":false,"av\#
    ailability":{"other":{"_0":"LATE"}}},"legs":[{"number":3,"leg":{"id":"bike","templat\#
    e":2,"mode":"ps_bik","action":"","notes":"","hidesExactTimes":false,"availability":{\#
    "available":{}},"booking":{"form":"https://api.example.org/v1/form/bike","links":[{"\#
    phone":{"_0":"1234"}}],"confirmation":{"status":{"title":"is CONFIRMED","stage":{"co\#
    nfirmed":{}},"value":"CONFIRMED"},"actions":[],"tickets":[],"notes":[]}}},"isGone":f\#
    alse}],"told":{"milliseconds":1764000000000},"nameList":["id one"],"lastLeg":3}}
    """#
}
