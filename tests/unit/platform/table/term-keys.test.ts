import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Kinds of record whose key names a term or a day and which a closed term lets through, each with the reason. Any other has to be in
 * `platform/table/terms/open-terms.ts`; a new kind fails here until it is in one of the two.
 */
const notGuarded: Record<string, string> = {
  'posting#${year}#${term}': 'whether a term is posted',
  '${year}#${term}#${version}': 'copies of what was posted',
  'period#${year}#${term}': 'its settings name the term themselves, for it is also made the current one',
  'card-places#${year}#${term}': 'where the cards of a posted term are in its status lists',
  'report-links#${year}#${term}': 'links to reports of a posted term',
  '${year}#${term}#${studentId}': 'when a report of a posted term was last opened',
  'weekly#${date}#${classId}': 'weekly tests name their term themselves',
  'class-changes#${year}#${term}#${classId}': 'moves with the records that it counts',
  'class-summary#${year}#${term}#${classId}': 'is made of records, of closed terms too',
  'term#${year}#${term}': 'the names on the documents of a term, which the act that closes it keeps',
  '${act}#${year}#${term}': 'an act that waits for a second administrator',
};
/** What the pattern of `open-terms.ts` makes of them, by hand. */
const guarded = [
  'report#${year}#${term}',
  'record#${year}#${term}#${subjectId}',
  'work#${year}#${term}#${subjectId}',
  'removed-mark#${year}#${term}#${subjectId}#${number}',
  'class#${year}#${term}#${classId}',
  '${date}',
  '${date}#${classId}',
];

it('knows of every record that is of a term or of a day whether a closed term refuses it', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const templates = files.flatMap((name) => {
    const text = readFileSync(join('functions', name), 'utf8');
    // Keys of the record, not of the indexes, which are further in.
    return [...text.matchAll(/^ {2}[ps]k: '([^']*\$\{(?:term|date)\}[^']*)'/gm)].map(([, template = '']) => template);
  });
  const unknown = templates.filter((template) => !(template in notGuarded) && !guarded.includes(template));
  expect([...new Set(unknown)].sort()).toEqual([]);
});
