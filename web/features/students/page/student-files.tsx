import { useQuery } from '@tanstack/react-query';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { queryOf } from '../../../api/query.ts';
import type { RowAction } from '../../../tables/menus/row-menu-list.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Muted } from '../../../ui/layout/muted.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import styles from './page.module.css';

interface StudentFilesProps {
  studentId: string;
  /** Actions that open a file, with its title as label. */
  actions: readonly RowAction[];
}

/** The six files of a student, each with the button that opens it. */
export function StudentFiles({ studentId, actions }: StudentFilesProps) {
  const files = useQuery({
    ...queryOf(studentFilesContract.listStudentFiles, { student_id: studentId }),
    staleTime: 0,
  });
  return (
    <section className={styles.part} aria-labelledby="files">
      <Text as="h2" below={12} id="files">
        Files
      </Text>
      {!files.data ? (
        <Loading queries={[files]} what="the files" lines={3} />
      ) : (
        <ul className={styles.files}>
          {files.data.files.map(({ kind, file }) => {
            const title = fileKindTitle(kind);
            const open = actions.find(({ label }) => label === title);
            return (
              <Row as="li" key={kind} justify="between">
                {open ? (
                  <Button variant="quiet" icon={open.icon} onClick={open.onChoose}>
                    {title}
                  </Button>
                ) : (
                  <span>{title}</span>
                )}
                <Muted as="span" size={13} weight={400}>
                  {file === null ? 'None yet' : 'On file'}
                </Muted>
              </Row>
            );
          })}
        </ul>
      )}
    </section>
  );
}
