import type { ReportCard, SchoolHead } from '#functions/term-reports/report-cards/report-card.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { conductGradeMeanings } from '#shared/term-reports/fields.ts';

const escaped = (value: string | number | null | undefined): string =>
  String(value ?? '–').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const date = (value: string | null): string => (value === null ? '–' : displayDate(value));
const pair = (label: string, value: string | number | null | undefined): string =>
  `<td><small>${label}</small><br><b>${escaped(value)}</b></td>`;

/**
 * The content of the printed cards as a web page, laid out alike with tables that old engines know too: what a school
 * would send through a browser to get a PDF. A page per card, A4, no scripts, no network.
 */
export function reportCardsHtml(options: { school: SchoolHead; cards: ReportCard[]; font: string }): string {
  const { school, cards, font } = options;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Term reports</title><style>
@page { size: A4 portrait; margin: 12mm 14mm }
body { font: 8pt/1.2 ${font}; color: #14181f; margin: 0 }
article { page-break-after: always }
table { width: 100%; border-collapse: collapse }
h1 { font-size: 17pt; margin: 0; color: #173a63 } h2 { font-size: 14pt; margin: 3pt 0 } h3 { font-size: 8.4pt; margin: 5pt 0 0 }
small { color: #4a5463; font-size: 7pt } p { margin: 0 }
.head { border-bottom: 1.2pt solid #173a63 } .head td + td { text-align: right }
.band { background: #f1f4f7; margin: 6pt 0 }
.subjects th, .subjects td { padding: 2.2pt 3pt; vertical-align: top; text-align: center; border-bottom: .5pt solid #c3cad3 }
.subjects tr { page-break-inside: avoid }
.subjects th:first-child { width: 23% } .subjects th:last-child { width: 36% }
.subjects th:first-child, .subjects th:last-child, .subjects td:last-child { text-align: left }
.signatures td { border-top: .6pt solid #14181f } .signatures { margin-top: 30pt; border-spacing: 18pt 0 }
</style></head><body>${cards.map((card) => article(school, card)).join('\n')}</body></html>`;
}

function article(school: SchoolHead, card: ReportCard): string {
  const { student, period, attendance, conduct, average, maxima, remarks, signatories } = card;
  const has = { course: maxima.course !== null, exam: maxima.exam !== null };
  const rows = card.subjects.map(
    (subject) => `<tr><th scope="row">${escaped(subject.title)}<br><small>${escaped(subject.teacher)}</small></th>
${has.course ? `<td>${escaped(subject.course)}</td>` : ''}${has.exam ? `<td>${escaped(subject.exam)}</td>` : ''}
<td><b>${escaped(subject.total)}</b></td><td>${escaped(subject.timesAbsent)}</td><td>${escaped(subject.timesLate)}</td>
<td>${escaped(subject.application)}</td><td>${escaped(subject.conduct)}</td><td>${escaped(subject.comment ?? '')}</td></tr>`,
  );
  const remark = (title: string, text: string | null) =>
    text === null ? '' : `<h3>${title}</h3><p>${escaped(text)}</p>`;
  const entered = average.entered < average.of ? ` ${average.entered} of ${average.of} entered` : '';
  return `<article>
<table class="head"><tr><td><h1>${escaped(school.name)}</h1>${escaped(school.motto ?? '')}</td>
<td>${escaped(school.address.join(', '))}<br>Tel. ${escaped(school.telephone)}<br>${escaped(school.email)}</td></tr></table>
<table><tr><td><b>Term report</b></td><td align="right"><b>${escaped(period.termTitle)}, ${academicYearTitle(period.year)}</b></td></tr></table>
<h2>${escaped(student.name)}</h2>
<table><tr>${pair('Student ID', student.id)}${pair('Class', student.classId)}${pair('Form', student.formLevel)}
${pair('Date of birth', date(student.dateOfBirth))}</tr><tr>${pair('House', student.house)}
${pair('Term began', date(period.termStart))}${pair('Term ended', date(period.termEnd))}
${pair('New term begins', date(period.newTermBeginning))}</tr></table>
<table class="band"><tr>${pair('Average', `${average.text ?? '--'} %${entered}`)}
${pair('Possible attendance', attendance.possible)}${pair('Times absent', attendance.timesAbsent)}
${pair('Times late', attendance.timesLate)}${pair('Authority', conduct.authority)}
${pair('Responsibility', conduct.responsibility)}${pair('Cooperation', conduct.cooperation)}</tr></table>
<table class="subjects"><thead><tr><th>Subject</th>${has.course ? `<th>Course<br><small>of ${maxima.course}</small></th>` : ''}
${has.exam ? `<th>Exam<br><small>of ${maxima.exam}</small></th>` : ''}<th>Total<br><small>%</small></th>
<th>Absent<br><small>times</small></th><th>Late<br><small>times</small></th><th>App.<br><small>grade</small></th>
<th>Con.<br><small>grade</small></th><th>Comment</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<p><small>Grades: ${conductGradeMeanings.map(({ grade, meaning }) => `${grade} ${meaning}`).join(' · ')}</small></p>
${remark('Co-curricular activities', card.coCurricular.join(', ') || null)}
${remark('Form teacher’s remarks', remarks.formTeacher)}${remark('Dean’s remarks', remarks.dean)}
<table class="signatures"><tr>${(['formTeacher', 'dean', 'principal'] as const).map((post) => `<td>${escaped(signatories[post])}</td>`).join('')}
<td>Parent or guardian</td></tr></table></article>`;
}
