import type { FiguresContent, LevelFigures, SubjectFigures } from '#shared/options/district/figures-file.ts';
import { districtWordings as wordings } from '#shared/options/district/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted, Text } from '../../ui/layout/text.tsx';
import styles from './district-figures.module.css';

/** Everything that a file has, for the eyes of those who send it. */
export function FiguresOfFile({ content }: { content: FiguresContent }) {
  const { school_figures: school, levels, subjects } = content;
  const ofSubjects = subjects.flatMap(({ title, figures, levels: of }) => [
    ...of.map((one) => ({ title, group: levelName(one.level), figures: one.figures })),
    { title, group: wordings.allForms, figures },
  ]);
  const groups = [school, ...levels.map(({ figures }) => figures), ...ofSubjects.map(({ figures }) => figures)];
  const hidden = groups.filter((figures) => figures === null).length;
  return (
    <Stack as="section" gap={12} narrow aria-label={wordings.whatIsInIt}>
      <Text as="h2" size="16on22">
        {wordings.whatIsInIt}
      </Text>
      <Muted>{wordings.hiddenGroups(hidden, groups.length)}</Muted>
      <Table label={wordings.figuresOfForms} dense stickyFirst>
        <thead>
          <tr>
            <th scope="col">{wordings.group}</th>
            {levelColumns.map(({ title }) => (
              <NumberHead key={title}>{title}</NumberHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {[
            ...levels.map(({ level, figures }) => [levelName(level), figures] as const),
            [wordings.school, school] as const,
          ].map(([name, figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {levelColumns.map(({ title, of }) => (
                <Figure key={title} value={figures && of(figures)} isHidden={figures === null} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <Table label={wordings.figuresOfSubjects} dense stickyFirst>
        <thead>
          <tr>
            <th scope="col">{wordings.subject}</th>
            <th scope="col">{wordings.group}</th>
            {subjectColumns.map(({ title }) => (
              <NumberHead key={title}>{title}</NumberHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {ofSubjects.map(({ title: subject, group, figures }) => (
            <tr key={`${subject} ${group}`}>
              <th scope="row">{subject}</th>
              <td>{group}</td>
              {subjectColumns.map(({ title, of }) => (
                <Figure key={title} value={figures && of(figures)} isHidden={figures === null} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  );
}

interface Column<F> {
  title: string;
  of: (figures: F) => number | null;
}

const levelColumns: readonly Column<LevelFigures>[] = [
  { title: wordings.students, of: ({ students }) => students },
  { title: wordings.average, of: ({ average }) => average },
  { title: wordings.attendance, of: ({ attendance }) => attendance },
  { title: wordings.marksEntered, of: ({ marks_entered }) => marks_entered },
  { title: wordings.remarksEntered, of: ({ remarks_entered }) => remarks_entered },
];

const subjectColumns: readonly Column<SubjectFigures>[] = [
  { title: wordings.students, of: ({ students }) => students },
  { title: wordings.average, of: ({ average }) => average },
  { title: wordings.marksEntered, of: ({ marks_entered }) => marks_entered },
  { title: wordings.commentsEntered, of: ({ comments_entered }) => comments_entered },
];

function Figure({ value, isHidden }: { value: number | null; isHidden: boolean }) {
  return (
    <NumberCell>{isHidden ? <span className={styles.hidden}>{wordings.hidden}</span> : (value ?? '–')}</NumberCell>
  );
}
