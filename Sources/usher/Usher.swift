// Where the program begins.
@main enum Usher { static func main() {} }
