import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePen, Files, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { displayDate } from '#shared/terms/display-date.ts';
import { messageOf } from '../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Table } from '../../ui/display/table.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PostDialog } from './post-dialog.tsx';
import styles from './posting.module.css';
import type { PostedTerm } from './run-posting.ts';

/** Post Term Reports (product §2): every term of the records, and whether its reports are posted. */
export default function PostTermReports() {
  const terms = useQuery(queryOf(termReportsContract.termReportsPosted, {}));
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<PostedTerm | null>(null);
  const found = useMemo(
    () => terms.data?.filter((term) => textOf(term).includes(search.trim().toLowerCase())),
    [terms.data, search],
  );
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(termReportsContract.termReportsPosted) });

  return (
    <>
      <ScreenHead title="Post Term Reports" />
      {terms.isError ? (
        <ErrorRetry
          title="The terms could not be loaded."
          detail={messageOf(terms.error)}
          isRetrying={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      ) : !terms.data || !found ? (
        <Skeleton lines={6} label="Loading the terms" />
      ) : terms.data.length === 0 ? (
        <EmptyState icon={Files} title="No terms" text="The office has not set a term yet." />
      ) : (
        <div className={styles.screen}>
          <div className={styles.search}>
            <TextField
              label="Search"
              type="search"
              placeholder="Year, term or date"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          {found.length > 0 ? (
            <TermTable terms={found} onEdit={setEdited} />
          ) : (
            <EmptyState icon={Search} title="No term found" text="No term contains what you typed." />
          )}
        </div>
      )}
      <PostDialog term={edited} onClose={() => setEdited(null)} onDone={reload} />
    </>
  );
}

function TermTable({ terms, onEdit }: { terms: readonly PostedTerm[]; onEdit: (term: PostedTerm) => void }) {
  return (
    <Table label="Terms and their postings">
      <thead>
        <tr>
          <th scope="col">Academic Year</th>
          <th scope="col">Term</th>
          <th scope="col">Posted</th>
          <th scope="col">Date Posted</th>
          <th scope="col">Edit</th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <tr key={`${term.year} ${term.term}`}>
            <th scope="row">{academicYearTitle(term.year)}</th>
            <td>{term.term}</td>
            <td>{term.posted === 1 ? <Chip tone="success">Yes</Chip> : <Chip>No</Chip>}</td>
            <td className={styles.date}>{dateText(term.date_posted)}</td>
            <td className={styles.act}>
              <Button
                variant="quiet"
                icon={FilePen}
                aria-label={`Edit: ${academicYearTitle(term.year)} Term ${term.term}`}
                onClick={() => onEdit(term)}
              >
                Edit
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** "12-Dec-2025 14:05". */
const dateText = (posted: string | null): string =>
  posted === null ? '' : `${displayDate(posted.slice(0, 10))} ${posted.slice(11, 16)}`;

const textOf = (term: PostedTerm): string =>
  `${academicYearTitle(term.year)} ${term.title} ${term.posted === 1 ? 'yes' : 'no'} ${dateText(term.date_posted)}`.toLowerCase();
