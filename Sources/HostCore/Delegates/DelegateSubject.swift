/// What a delegate call is about: where its failure is told, and what its effects act on.
struct DelegateSubject {
  let session: SessionID
  var screen: ScreenID?
  var popup: PopupID?
  var field: FieldName?
}
