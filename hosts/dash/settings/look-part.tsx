import { setPreference, THEMES, usePreference } from '../ui/browser/preferences.ts'
import { Check, Select } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { LANGUAGES } from '../words/languages.ts'

/** How this browser shows the dashboard. */
export function LookPart() {
  const { words } = useWords()
  const theme = usePreference('theme')
  return (
    <section class="card stack" aria-label={words.settings.look}>
      <Select
        label={words.settings.theme}
        value={theme}
        options={THEMES.map((one) => [one, words.settings.themes[one]])}
        onChange={(chosen) => setPreference('theme', chosen as typeof theme)}
      />
      <Select
        label={words.settings.language}
        value={usePreference('language')}
        options={[
          ['', words.settings.browserLanguage],
          ...Object.entries(LANGUAGES).map(([code, { name }]) => [code, name] as const),
        ]}
        onChange={(language) => setPreference('language', language)}
      />
      <Check
        isSwitch
        label={words.settings.singleKeys}
        checked={usePreference('keys') === 'on'}
        onChange={(isOn) => setPreference('keys', isOn ? 'on' : 'off')}
      />
    </section>
  )
}
