import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormFacts } from '#functions/students/files/documents/form-facts.ts';
import type { StudentItem } from '#functions/students/records/store.ts';
import { studentAttributes, studentFields } from '#shared/students/fields.ts';
import { drawPortrait } from '../../../local/demo-school/pictures/portrait.ts';
import { createRandom } from '../../../local/demo-school/random.ts';
import { localNames, setEnvironment } from '../../../local/environment.ts';
import { sampleSchool } from '../../../tests/support/files/sample-report-cards.ts';
import type { BenchRow } from '../kit/bench.ts';
import { bundlePrinter, chromiumPrint, medianPrint, print, ratioRow, SYSTEM_FONT } from '../kit/printing.ts';

export const title =
  'Registration forms: one PDF of a class in a cold process, beside a browser printing the same content';

const CLASS = 35;

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'registration-forms-'));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<BenchRow[]> {
  const bundle = await bundlePrinter('tools/bench/printing/registration-forms-child.ts', folder);
  const output = join(folder, 'printed.pdf');
  const input = join(folder, 'forms.json');
  const page = join(folder, 'forms.html');
  const photo = join(folder, 'photo.png');
  await writeFile(photo, drawPortrait(createRandom('bench')));
  const forms = await filledForms();
  await writeFile(input, JSON.stringify({ school: sampleSchool, forms, photo, printedAt: '2026-07-01T12:00:00Z' }));
  await writeFile(page, formsHtml(forms, photo));
  const own = await medianPrint(() => print(process.execPath, [bundle, input, output], output));
  const time = 'time, to headless Chromium (its launch included)';
  const printed = await chromiumPrint({ page, output, folder });
  return [
    {
      measure: `${CLASS} forms with photos, cold process`,
      value: `${Math.round(own.milliseconds)} ms, ${Math.round(own.bytes / 1024)} KB`,
      limit: 'shown only',
      ok: true,
    },
    printed
      ? ratioRow(time, { own: own.milliseconds, other: printed.milliseconds, limit: 0.5 })
      : { measure: time, value: 'Chromium is not installed: skipped', limit: '≤ 0.5', ok: false },
  ];
}

/** Two facts of three are known. */
async function filledForms(): Promise<FormFacts[]> {
  setEnvironment({ SCHOOL_FILE: localNames.schoolFile });
  const { formFactsOf } = await import('#functions/students/files/documents/form-facts.ts');
  return Array.from({ length: CLASS }, (_, number) => {
    const known = studentAttributes.filter((_name, index) => index % 3 !== 0);
    const facts = known.map((name) => [
      name,
      `${studentFields[name].label} ${number}`.slice(0, studentFields[name].limit),
    ]);
    const student = { studentId: `S${number}`, firstName: 'Pupil', lastName: `Number ${number}`, classId: '4A' };
    return formFactsOf(
      { ...student, formLevel: 4, status: 'current', ...Object.fromEntries(facts) } as StudentItem,
      'Admin',
    );
  });
}

const formsHtml = (forms: readonly FormFacts[], photo: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>Registration forms</title><style>
@page { size: A4 portrait; margin: 12mm 14mm }
body { font: 9pt/1.2 ${SYSTEM_FONT}; margin: 0 } article { page-break-after: always } img { float: right; width: 35mm }
section { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4pt 14pt; clear: both }
h2 { grid-column: 1 / -1; border-bottom: .8pt solid #173a63; color: #173a63; font-size: 10pt; margin: 8pt 0 0 }
p { border-bottom: .5pt solid #c3cad3; margin: 0; min-height: 22pt } p.long { grid-column: 1 / -1 } small { display: block; font-size: 7pt }
</style></head><body>${forms
  .map(
    ({ name, groups }) =>
      `<article><img src="file://${photo}" alt=""><h1>${name}</h1>${groups
        .map(
          (group) =>
            `<section><h2>${group.title}</h2>${group.facts
              .map(
                ({ label, value, lines }) =>
                  `<p class="${lines > 0 ? 'long' : ''}"><small>${label}</small>${value ?? ''}</p>`,
              )
              .join('')}</section>`,
        )
        .join('')}</article>`,
  )
  .join('')}</body></html>`;
