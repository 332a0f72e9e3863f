import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentFields } from '#shared/students/fields.ts';
import type { FileKind } from '#shared/students/files/file-kinds.ts';
import { queryOf } from '../../../../api/query.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { Table } from '../../../../ui/display/table.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import styles from './registration.module.css';

export type Reviewed = Output<typeof familiesContract.readRegistration>;

/** The facts and files that the family changes. */
export const comparedParts = ({ fields, files }: Reviewed): RegistrationPart[] => [
  ...fields.flatMap(({ field, registered, proposed }) => (registered === proposed ? [] : [field])),
  ...files.flatMap(({ kind, sent }) => (sent === null ? [] : [kind])),
];

interface ComparisonProps {
  found: Reviewed;
  /** Parts that are not accepted; the family is asked to look at them again. */
  left: ReadonlySet<RegistrationPart>;
  onToggle: (part: RegistrationPart) => void;
}

/** What the register has beside what the family proposes, with a box for each change. */
export function Comparison({ found, left, onToggle }: ComparisonProps) {
  const { fields, files, codes, state } = found;
  const changed = new Set(state === 'handed in' ? comparedParts(found) : []);
  const decision = (part: RegistrationPart, { is_accepted, is_asked }: { is_accepted: boolean; is_asked: boolean }) =>
    changed.has(part) ? (
      <Row as="label">
        <input
          type="checkbox"
          aria-label={`Accept ${studentFields[part].label}`}
          checked={!left.has(part)}
          onChange={() => onToggle(part)}
        />
      </Row>
    ) : is_accepted ? (
      'Accepted'
    ) : is_asked ? (
      'Asked again'
    ) : (
      ''
    );
  return (
    <Table label="Changes" stickyFirst folds>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col">Register</th>
          <th scope="col">Family</th>
          <th scope="col">Accept</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((one) => (
          <Fact key={one.field} part={one.field} decided={decision(one.field, one)}>
            <td data-label="Register">{valueText(one.field, one.registered, codes)}</td>
            <td data-label="Family">{valueText(one.field, one.proposed, codes)}</td>
          </Fact>
        ))}
        {files.map((one) => (
          <Fact key={one.kind} part={one.kind} decided={decision(one.kind, one)}>
            <td data-label="Register">{one.registered === null ? 'None' : 'On file'}</td>
            <td data-label="Family">
              {one.sent === null ? '' : <SentFile studentId={found.student_id} kind={one.kind} />}
            </td>
          </Fact>
        ))}
      </tbody>
    </Table>
  );
}

const Fact = ({ part, decided, children }: { part: RegistrationPart; decided: ReactNode; children: ReactNode }) => (
  <tr>
    <th scope="row">{studentFields[part].label}</th>
    {children}
    <td>{decided}</td>
  </tr>
);

/** Milliseconds for which a link is shown: it opens for five minutes. */
const linkAge = 4 * 60_000;

/** A file as the family sent it: shown on request, as every opening is logged (rule 48). */
function SentFile({ studentId, kind }: { studentId: string; kind: FileKind }) {
  const { label } = studentFields[kind];
  const [isShown, setShown] = useState(false);
  const file = useQuery({
    ...queryOf(familiesContract.openRegistrationFile, { student_id: studentId, kind }),
    enabled: isShown,
    staleTime: linkAge,
    gcTime: linkAge,
  });
  if (!isShown)
    return (
      <Button aria-label={`Show ${label}`} onClick={() => setShown(true)}>
        Show
      </Button>
    );
  if (!file.data) return <Loading queries={[file]} what="the file" lines={2} />;
  return (
    <a href={file.data.url} target="_blank" rel="noreferrer">
      {file.data.type === 'application/pdf' ? (
        `Open ${label}`
      ) : (
        <img className={styles.sent} src={file.data.url} alt={`${label} as sent`} />
      )}
    </a>
  );
}

function valueText(field: Reviewed['fields'][number]['field'], value: string | null, codes: Reviewed['codes']): string {
  if (value === null) return 'Blank';
  const { type, codes: list } = studentFields[field];
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return displayDate(value);
  const named = codes.find((one) => one.list === list)?.choices.find(({ code }) => code === value);
  return named?.name ?? value;
}
