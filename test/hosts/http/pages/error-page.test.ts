import { expect, it } from 'vitest'
import { errorPage } from '../../../../hosts/http/pages/error-page.ts'

it.each([400, 404, 410, 429, 503, 500])('the page for the error %i shows what happened and what to do', (status) => {
  const page = errorPage(status, 'What <happened>')
  expect(page).toContain('<h1>What &lt;happened&gt;</h1>')
  expect(page).toMatch(/<p class="advice">\w+/)
})
