/** NIST SP 800-63B-4 and ASVS 5.0 6.2.1: length counts, no rules of composition; 15 advised, 8 the least. */
export const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** The head of every published list of leaked passwords, of those that are long enough to be allowed otherwise. */
const COMMON = new Set(
  `12345678 123456789 1234567890 0123456789 123456789a 1234567891 0987654321 9876543210 87654321 11111111 00000000
  88888888 66666666 12341234 11223344 12344321 123123123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qwertyui qwertyuiop
  qwerty123 qwerty1234 qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 password password1 password12 password123
  passw0rd p@ssw0rd p@ssword iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball
  baseball1 superman superman1 trustno1 welcome1 welcome123 letmein1 letmein123 admin123 admin1234 administrator
  changeme changeme1 computer internet whatever starwars jennifer michelle michael1 jordan23 liverpool liverpool1
  arsenal1 chelsea1 charlie1 dragon123 monkey123 master123 shadow123 abc12345 abcd1234 a1b2c3d4 aa123456 test1234
  testtest secret123 default1 samsung1 pokemon1 killer123 google123 hello123 freedom1 blink182 corvette mercedes
  maverick victoria elizabeth`.split(/\s+/),
)

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * What is wrong with a new password, as a sentence, or null.
 *
 * @param about what a guesser knows of its owner: name and e-mail address
 */
export function passwordFault(password: string, about: readonly string[]): string | null {
  const length = [...password].length
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters; a sentence of four words is better.`
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`
  if (COMMON.has(password.toLowerCase())) return 'This password stands on every list of guesses. Choose another.'
  if (new Set(password).size < 4) return 'This password repeats too few characters. Choose another.'
  const own = about.flatMap((text) => [text, ...text.split(/[@.\s]+/)]).map(letters)
  const bare = letters(password).replace(/\d+$/, '')
  if (['daybook', ...own].some((word) => word.length > 3 && (bare === word || letters(password) === word))) {
    return 'This password is a name that a guesser knows. Choose another.'
  }
  return null
}
