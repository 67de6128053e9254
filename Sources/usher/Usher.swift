@main enum Usher { static func main() {} }
