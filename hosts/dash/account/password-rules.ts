const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 128

/** The rules of a new password that a page can check during typing. */
export function passwordRules(password: string, others: readonly string[]) {
  const length = [...password].length
  const plain = password.trim().toLowerCase()
  return [
    { rule: 'length', isMet: length >= MIN_CHARACTERS && length <= MAX_CHARACTERS },
    { rule: 'own', isMet: plain !== '' && others.every((other) => other.trim().toLowerCase() !== plain) },
  ] as const
}
