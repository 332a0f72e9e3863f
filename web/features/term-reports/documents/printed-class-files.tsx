import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Download } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { toWebRequest } from '../../../api/request.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './print-school.module.css';

/** Milliseconds after which links are loaded again; they are valid for five minutes. */
export const linkRefreshMilliseconds = 240_000;

interface PrintedClassFilesProps {
  classes: Output<typeof termReportsContract.listReportCardFiles>['classes'];
  input: { year: string; term: string };
}

/** The printed classes: a file each, and when opened the card of each student, printed as it is then. */
export function PrintedClassFiles({ classes, input }: PrintedClassFilesProps) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Table label="Printed report cards" dense>
      <thead>
        <tr>
          <th scope="col">Class</th>
          <NumberHead>Cards</NumberHead>
          <th scope="col">All in one</th>
          <th scope="col">One by one</th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ class_id, cards, link }) => {
          const isOpen = opened === class_id;
          return (
            <Fragment key={class_id}>
              <tr>
                <th scope="row">{class_id}</th>
                <NumberCell>{cards}</NumberCell>
                <td>
                  <FileLink link={link} label={`Download the report cards of ${class_id}`}>
                    Download
                  </FileLink>
                </td>
                <td>
                  <Button
                    variant="quiet"
                    icon={isOpen ? ChevronUp : ChevronDown}
                    aria-expanded={isOpen}
                    aria-label={`Students of ${class_id}`}
                    onClick={() => setOpened(isOpen ? null : class_id)}
                  >
                    Students
                  </Button>
                </td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={4} className={styles.students}>
                    <StudentCards input={input} classId={class_id} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

function StudentCards({ input, classId }: Pick<PrintedClassFilesProps, 'input'> & { classId: string }) {
  const files = useQuery({
    ...queryOf(termReportsContract.listReportCardFiles, { ...input, class_id: classId }),
    staleTime: 0,
  });
  if (files.data) {
    const nameOf = studentNameApart(files.data.students);
    return (
      <ul>
        {files.data.students.map((student) => (
          <li key={student.student_id}>
            <FileLink
              link={toWebRequest(termReportsContract.printReportCard, { studentId: student.student_id, ...input }).url}
            >
              {nameOf(student)}
            </FileLink>
          </li>
        ))}
      </ul>
    );
  }
  return <Loading queries={[files]} what="the students" lines={4} />;
}

/** Opens in a tab of its own, so that an error of the file store does not replace the page. */
const FileLink = ({ link, label, children }: { link: string; label?: string; children: string }) => (
  <Row
    as="a"
    inline
    gap={8}
    href={link}
    target="_blank"
    rel="noreferrer"
    className={styles.file}
    line="nowrap"
    {...(label ? { 'aria-label': label } : {})}
  >
    <Download size={16} aria-hidden />
    {children}
  </Row>
);
