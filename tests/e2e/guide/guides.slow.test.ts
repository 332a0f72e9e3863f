import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { follow } from '../../support/guide/follow-guide.ts';
import { settled } from '../windows/open-a-window.ts';
import { sectionsOfPeople } from './sections-of-people.ts';
import { sectionsOfTeachers } from './sections-of-teachers.ts';
import { sectionsOfTerms } from './sections-of-terms.ts';

/** One school for all: each section leaves it as the next one needs it. */
const school = schoolInBrowser();
const sections = [...sectionsOfTerms, ...sectionsOfPeople, ...sectionsOfTeachers];

it.each(sections.map((one) => [`${one.guide}: ${one.title}`, one] as const))('%s', async (_, section) => {
  const { guide, title, as, at, before, acts } = section;
  const { page } = await school.visit();
  await before?.(page);
  await signIn(page, school.url, as);
  await page.goto(school.url + at);
  await settled(page);
  await follow(page, guide, title, (see) => acts(page, see));
  expect(page.url()).toContain(school.url);
});
