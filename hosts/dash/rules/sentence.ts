import { type Condition, type ConditionType, type EditedRule, edited, type StoredRule } from './conditions.ts'
import { type ControlName, ruleTypeOf, type TypeWith } from './rule-types.ts'
import { alternativesOf, type Language } from './values.ts'

/** A rule as a sentence, such as "If the country is Germany or Austria". */
export function ruleInWords(
  { conditions, isNegated }: Pick<EditedRule, 'conditions' | 'isNegated'>,
  language: Language,
) {
  const all = language.format.list(conditions.map((condition) => sentenceOf(condition, language)))
  return isNegated ? language.words.rules.ifNotAll(all) : language.words.rules.ifThen(all)
}

/** A stored rule as a sentence. */
export const storedRuleInWords = (rule: StoredRule, language: Language) => ruleInWords(edited(rule, ''), language)

/** A condition as a phrase, such as "the country is Germany or Austria". */
export function sentenceOf({ type, isNegated, value }: Condition, language: Language): string {
  const { words } = language
  const values = valuesIn(type, value, language) || '…'
  const sentence = words.rules.sentences[type as ConditionType]
  return sentence ? sentence(values, isNegated) : `${type} ${isNegated ? '≠' : '='} ${values}`
}

/** A value in words: "Germany or Austria". */
function valuesIn(type: string, value: string, language: Language): string {
  const ruleType = ruleTypeOf(type)
  const whole = ruleType && inWords(ruleType, value, language)
  if (whole !== undefined) return whole
  const alternatives = alternativesOf(value).map((one) => ruleType?.inWords?.(one, language) ?? one)
  return language.format.list(alternatives, 'disjunction')
}

function inWords<Control extends ControlName>(type: TypeWith<Control>, value: string, language: Language) {
  const edited = type.sentence && type.parse(value)
  return edited && type.sentence?.(edited, language)
}
