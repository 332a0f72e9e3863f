import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { placeTitle } from '#shared/term-reports/layouts/layout-places.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from './layouts.module.css';

interface LayoutPreviewProps {
  layout: CardLayout;
  layoutId: string;
  /** Of the draft that is saved: another number is another card. */
  saves: number;
  levels: readonly number[];
}

/** The card of a real student in the saved draft, and what publishing it would refuse for the students of a form. */
export function LayoutPreview({ layout, layoutId, saves, levels }: LayoutPreviewProps) {
  const [chosenLevel, setLevel] = useState<number | null>(null);
  const [chosen, setStudent] = useState<string | null>(null);
  const level = levels.find((one) => one === chosenLevel) ?? levels[0] ?? 1;
  const check = useQuery({
    ...queryOf(termReportsContract.checkCardLayout, {
      layout_id: layoutId,
      saves: String(saves),
      form_level: String(level),
    }),
    placeholderData: (before) => before,
  });
  if (!check.data) return <Loading queries={[check]} what="the students" lines={3} />;
  const { problems, students } = check.data;
  const student = students.find(({ student_id: id }) => id === chosen) ?? students[0];
  return (
    <Stack gap={12} className={styles.preview}>
      <Toolbar>
        <Select
          label="Form"
          options={levels.map((value) => ({ value, label: levelName(value) }))}
          value={level}
          onValueChange={setLevel}
        />
        <Select
          label="Student, the longest texts first"
          options={students.map(({ student_id: value, name, class_id }) => ({ value, label: `${name}, ${class_id}` }))}
          value={student?.student_id ?? null}
          onValueChange={setStudent}
          disabled={students.length === 0}
        />
      </Toolbar>
      {problems.length > 0 && (
        <Alert tone="warning">
          {say.problems}
          <ul>
            {problems.map(({ place, message }) => (
              <li key={`${place} ${message}`}>{`${placeTitle(layout, place)}: ${message}`}</li>
            ))}
          </ul>
        </Alert>
      )}
      {student ? (
        <DocumentFrame
          key={saves}
          row={termReportsContract.previewCardLayout}
          input={{ layout_id: layoutId, saves: String(saves), student_id: student.student_id }}
          title={`Report card of ${student.name}`}
          fileName={`Report card, ${student.name}`}
          what="report card"
        />
      ) : (
        <Alert tone="info">{say.noStudents}</Alert>
      )}
    </Stack>
  );
}
