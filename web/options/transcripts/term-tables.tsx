import type { Output } from '#shared/http/contract.ts';
import type { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { earlierAttendanceFigures, earlierAttendanceTitles } from '#shared/options/transcripts/earlier-marks.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';

type Term = Output<typeof transcriptsContract.readTranscript>['terms'][number];

/** A table for each year, with a column for each term. */
export function TermTables({ terms }: { terms: readonly Term[] }) {
  return (
    <>
      {[...Map.groupBy(terms, ({ year }) => year)].map(([year, ofYear]) => (
        <Stack key={year} gap={6}>
          <Text as="h2" size="16on22">
            {academicYearTitle(year)}
          </Text>
          <YearTable label={academicYearTitle(year)} terms={ofYear} />
        </Stack>
      ))}
    </>
  );
}

function YearTable({ label, terms }: { label: string; terms: readonly Term[] }) {
  const titles = [...new Set(terms.flatMap(({ subjects }) => subjects.map(({ title }) => title)))].sort();
  const markOf = (term: Term, title: string) => term.subjects.find((subject) => subject.title === title);
  return (
    <Table label={label} dense stickyFirst>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          {terms.map(({ term, title, class_id: classId, source }) => (
            <NumberHead key={term}>
              {[title, source === 'earlier' ? wordings.earlier : classId].filter(Boolean).join(', ')}
            </NumberHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {titles.map((title) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {terms.map((term) => {
              const mark = markOf(term, title);
              return (
                <NumberCell key={term.term} title={mark?.source ?? undefined}>
                  {mark ? (mark.mark ?? '–') : ''}
                </NumberCell>
              );
            })}
          </tr>
        ))}
        {earlierAttendanceFigures
          .filter((figure) => terms.some(({ attendance }) => attendance && attendance[figure] !== null))
          .map((figure) => (
            <tr key={figure}>
              <th scope="row">{earlierAttendanceTitles[figure]}</th>
              {terms.map(({ term, attendance }) => (
                <NumberCell key={term} title={attendance?.source}>
                  {attendance?.[figure] ?? ''}
                </NumberCell>
              ))}
            </tr>
          ))}
        {terms.some(({ average }) => average !== null) && (
          <tr>
            <th scope="row">Average %</th>
            {terms.map(({ term, average }) => (
              <NumberCell key={term}>{average ?? '–'}</NumberCell>
            ))}
          </tr>
        )}
      </tbody>
    </Table>
  );
}
