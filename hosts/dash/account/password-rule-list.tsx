import { Check, Circle, Info } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { passwordRules } from './password-rules.ts'

interface PasswordRulesProps {
  readonly password: string
  /** Forbidden values: the name and the email. */
  readonly others: readonly string[]
}

/** The rules of a new password, each with a mark once it is met. Only the server knows the common passwords. */
export function PasswordRules({ password, others }: PasswordRulesProps) {
  const { words } = useWords()
  return (
    <>
      {passwordRules(password, others).map(({ rule, isMet }) => (
        <span key={rule} class="check">
          <Icon of={isMet ? Check : Circle} size={14} />
          <span>
            {words.account.rules[rule]}
            {isMet && <span class="visually-hidden"> {words.account.ruleMet}</span>}
          </span>
        </span>
      ))}
      <span class="check">
        <Icon of={Info} size={14} />
        <span>{words.account.notCommon}</span>
      </span>
    </>
  )
}
