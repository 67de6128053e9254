// The words for a file that could not be put into a folder.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FolderFault: CustomStringConvertible {
  /// As `write: No space left on device`, without the name of the file, which holds an address; or
  /// what is wrong with the folder and what to do.
  package var description: String {
    switch self {
    case .refused(let call, let number): "\(call): \(String(cString: strerror(number)))"
    case .exposed(let folder):
      "others may write in the folder of passes; type: chmod go-w \"\(folder)\""
    case .anothers(let folder):
      "the folder of passes, \(folder), belongs to another user; name one of your own"
    }
  }
}
