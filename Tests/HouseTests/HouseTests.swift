// Placeholder until the first test is written.
