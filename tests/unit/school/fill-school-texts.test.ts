import { expect, it } from 'vitest';
import { fillSchoolTexts } from '#shared/school/fill-school-texts.ts';

it('writes the texts of a school into the page as text, whatever characters they have', () => {
  const page = '<h1>{school name}</h1><p>{school name}</p><p>{school motto}</p>';
  expect(fillSchoolTexts(page, { name: 'St. Mary’s <b>"$&" & Co', motto: null })).toBe(
    '<h1>St. Mary’s &lt;b&gt;&quot;$&amp;&quot; &amp; Co</h1><p>St. Mary’s &lt;b&gt;&quot;$&amp;&quot; &amp; Co</p><p></p>',
  );
});
