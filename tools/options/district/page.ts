import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { MergedGroup } from './merge.ts';
import type { DistrictReport } from './workbook.ts';

/** A line of a chart and of the table beside it. */
interface Bar {
  name: string;
  /** Null where there is no figure. */
  value: number | null;
  /** In place of a figure. */
  instead?: string;
  students: number | null;
}

interface Chart {
  title: string;
  /** What the bars are, with their unit. */
  unit: string;
  of: string;
  bars: readonly Bar[];
  /** Of the axis. */
  most: number;
}

/** One page that opens from disk: bars, and beside each chart its figures in a table. It loads and runs nothing. */
export function renderDistrictPage(report: DistrictReport): string {
  const { title, merged, refused, missing, figures, madeAt } = report;
  const charts = chartsOf(report).filter(({ bars }) => bars.some(({ value }) => value !== null));
  const lines = [
    `${pluralize(merged.length, 'school')}, ${figures.school.students.toLocaleString('en')} students in schools that show their number.`,
    `Made ${displayDate(madeAt.toISOString().slice(0, 10))}.`,
  ];
  const gaps = [
    ...missing.map(({ name, code }) => `${name} (${code}): no file of this term.`),
    ...refused.map(({ file, reason }) => `${file}: ${reason}`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escapeText(`District figures, ${title}`)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>District figures</h1>
<p class="term">${escapeText(title)}</p>
<p class="note">${escapeText(lines.join(' '))} Groups of fewer than ten students are hidden, with those from which they could be computed; they are in no figure here. Means are by the number of students.</p>
</header>
<nav aria-label="Charts"><ul>${charts.map(({ title: name }, index) => `<li><a href="#chart-${index + 1}">${escapeText(name)}</a></li>`).join('')}</ul></nav>
<main>
${charts.map(renderChart).join('\n')}
${gaps.length > 0 ? `<section id="not-merged" aria-labelledby="not-merged-title"><h2 id="not-merged-title">Not merged</h2><ul class="gaps">${gaps.map((gap) => `<li>${escapeText(gap)}</li>`).join('')}</ul></section>` : ''}
</main>
</body>
</html>
`;
}

function chartsOf({ merged, figures }: DistrictReport): Chart[] {
  const ofSchools = (
    value: (one: NonNullable<DistrictReport['merged'][number]['content']['school_figures']>) => number | null,
  ) =>
    byValue(
      merged.map(({ content: { school, school_figures: own } }) =>
        own === null
          ? { name: school.name, value: null, instead: 'hidden', students: null }
          : { name: school.name, value: value(own), students: own.students },
      ),
    );
  const ofGroup = (name: string, group: MergedGroup, value: number | null): Bar => ({
    name,
    value,
    students: group.shown === 0 ? null : group.students,
    ...(group.shown === 0 ? { instead: 'hidden' } : {}),
  });
  const percent = { unit: 'Percent', most: 100 };
  const students = Math.max(1, ...figures.levels.map(({ group }) => group.students));
  return [
    { ...percent, title: 'Average by school', of: 'School', bars: ofSchools(({ average }) => average) },
    { ...percent, title: 'Attendance by school', of: 'School', bars: ofSchools(({ attendance }) => attendance) },
    { ...percent, title: 'Marks entered by school', of: 'School', bars: ofSchools((one) => one.marks_entered) },
    {
      title: 'Students by form',
      unit: 'Students',
      of: 'Form',
      most: students,
      bars: figures.levels.map(({ level, group }) =>
        ofGroup(levelName(level), group, group.shown === 0 ? null : group.students),
      ),
    },
    {
      ...percent,
      title: 'Average by form',
      of: 'Form',
      bars: figures.levels.map(({ level, group }) => ofGroup(levelName(level), group, group.average)),
    },
    {
      ...percent,
      title: 'Attendance by form',
      of: 'Form',
      bars: figures.levels.map(({ level, group }) => ofGroup(levelName(level), group, group.attendance)),
    },
    ...figures.levels.map(({ level }) => ({
      ...percent,
      title: `Average by subject, ${levelName(level)}`,
      of: 'Subject',
      bars: byValue(
        figures.subjects.flatMap(({ title, levels }) => {
          const own = levels.find((one) => one.level === level);
          return own ? [ofGroup(title, own.group, own.group.average)] : [];
        }),
      ),
    })),
  ];
}

/** The highest first; those without a figure last, by name. */
const byValue = (bars: readonly Bar[]): Bar[] =>
  bars.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.name.localeCompare(b.name, 'en'));

const rowHeight = 24;
const labelWidth = 215;
const barWidth = 330;
const axisHeight = 22;

function renderChart({ title, unit, of, bars, most }: Chart, index: number): string {
  const id = `chart-${index + 1}`;
  const height = bars.length * rowHeight + axisHeight;
  const ticks = most === 100 ? [0, 25, 50, 75, 100] : [0, most];
  const toX = (value: number) => round(labelWidth + (barWidth * value) / most);
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${toX(tick)}" x2="${toX(tick)}" y1="0" y2="${bars.length * rowHeight}"/><text class="tick" x="${toX(tick)}" y="${height - 6}" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
  );
  const drawn = bars.map(({ name, value, instead }, row) => {
    const y = row * rowHeight;
    const label = `<text x="${labelWidth - 8}" y="${y + 16}" text-anchor="end">${escapeText(shorten(name))}</text>`;
    if (value === null) {
      return `${label}<text class="without" x="${labelWidth + 6}" y="${y + 16}">${instead ?? 'no figure'}</text>`;
    }
    const width = Math.max(1, round((barWidth * value) / most));
    return `${label}<rect x="${labelWidth}" y="${y + 4}" width="${width}" height="16" rx="2"/><text class="value" x="${labelWidth + width + 6}" y="${y + 16}">${value.toLocaleString('en')}</text>`;
  });
  // Where the bars are the students, once.
  const counted = (cell: string) => (unit === 'Students' ? '' : cell);
  const rows = bars.map(
    ({ name, value, instead, students }) =>
      `<tr><th scope="row">${escapeText(name)}</th><td>${value === null ? (instead ?? '–') : value.toLocaleString('en')}</td>${counted(`<td>${students === null ? 'hidden' : students.toLocaleString('en')}</td>`)}</tr>`,
  );
  return `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escapeText(title)}</h2>
<div class="pair">
<svg viewBox="0 0 ${labelWidth + barWidth + 60} ${height}" role="img" aria-label="${escapeText(`${title}: bars, with the same figures in the table beside them.`)}">${grid.join('')}${drawn.join('')}</svg>
<table><caption class="unseen">${escapeText(title)}</caption><thead><tr><th scope="col">${of}</th><th scope="col">${unit}</th>${counted('<th scope="col">Students</th>')}</tr></thead><tbody>${rows.join('')}</tbody></table>
</div>
</section>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
/** As many letters as there is room for. */
const shorten = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

const styles = `
:root { color-scheme: light dark; --ink: #16202e; --muted: #566273; --line: #d5dae1; --ground: #fff; --panel: #f6f8fa; --bar: #2f6db5; --link: #1f5fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --muted: #a3adba; --line: #38424f; --ground: #12171e; --panel: #1a212b; --bar: #6ea8e6; --link: #8dbdf0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 48px; max-width: 1120px; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; }
h2 { margin: 0 0 12px; font-size: 18px; }
.term { margin: 4px 0 0; font-size: 17px; }
.note { max-width: 76ch; color: var(--muted); }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 8px; padding: 0; list-style: none; }
section { margin-block-start: 20px; padding: 18px 20px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.pair { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 24px; align-items: start; }
svg { display: block; width: 100%; height: auto; font-size: 13px; }
svg text { fill: var(--ink); }
svg rect { fill: var(--bar); }
svg .grid { stroke: var(--line); }
svg .tick, svg .without { fill: var(--muted); font-size: 12px; }
svg .value { font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 3px 6px; border-block-end: 1px solid var(--line); text-align: start; font-weight: 400; overflow-wrap: anywhere; }
thead th { font-weight: 600; }
td, thead th:not(:first-child) { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.gaps { margin: 0; padding-inline-start: 20px; overflow-wrap: anywhere; }
@media (max-width: 760px) { .pair { grid-template-columns: minmax(0, 1fr); } body { padding: 16px 12px 32px; } section { padding: 14px 12px; } }
@media print {
  :root { --ink: #000; --muted: #444; --line: #bbb; --ground: #fff; --panel: #fff; --bar: #55779d; color-scheme: light; }
  .pair { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  body { max-width: none; padding: 0; font-size: 11px; } nav { display: none; } section { padding: 8px 0; border: 0; border-block-start: 1px solid var(--line); border-radius: 0; }
  h2 { break-after: avoid; } tr { break-inside: avoid; } svg rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; } table { font-size: 10px; }
}
`;
