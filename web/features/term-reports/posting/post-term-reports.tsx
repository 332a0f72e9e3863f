import { Badge } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePen, Files } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { pollWhileRunning } from '../../../runs/use-run.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { PostDialog } from './post-dialog.tsx';
import { PostingRuns } from './posting-runs.tsx';
import type { PostedTerm } from './posting-words.ts';

/** Post Term Reports (product §2): every term of the records, and whether its reports are posted. */
export default function PostTermReports() {
  const terms = useQuery({
    ...queryOf(termReportsContract.readPostingState, {}),
    ...pollWhileRunning((answer: readonly PostedTerm[]) => answer.map(({ run }) => run)),
  });
  const client = useQueryClient();
  const place = useAddressState();
  const edited = terms.data?.find((term) => keyOf(term) === place.get('edit')) ?? null;
  const edit = useCallback((term: PostedTerm) => place.change({ edit: keyOf(term) }), [place]);
  const columns = useMemo(() => columnsOf(edit), [edit]);
  const table = useTableState(filterable);
  const reload = () => {
    for (const row of [termReportsContract.readPostingState, undoContract.listActs])
      void client.invalidateQueries({ queryKey: queryKeyOf(row) });
  };

  return (
    <>
      <ScreenHead title="Post Term Reports" />
      {!terms.data ? (
        <Loading queries={[terms]} what="the terms" />
      ) : terms.data.length === 0 ? (
        <EmptyState icon={Files} title="No terms" text={postingWordings.noTerm} />
      ) : (
        <Stack gap={16} width={760}>
          <PostingRuns terms={terms.data} shown={place.get('edit')} onEnded={reload} />
          <DataTable
            label="Terms and their postings"
            rows={terms.data}
            columns={columns}
            keyOf={keyOf}
            state={table.state}
            onChange={table.change}
            onOpen={edit}
            searchPlaceholder="Year, term or date"
            nothingFound="No term found"
          />
          <RecentActs list={{ of: 'posting' }} onDone={reload} />
        </Stack>
      )}
      <PostDialog term={edited} onClose={() => place.change({ edit: null })} onDone={reload} />
    </>
  );
}

const keyOf = ({ year, term }: PostedTerm): string => `${year}-${term}`;
const filterable = ['year', 'term', 'posted'];

const columnsOf = (onEdit: (term: PostedTerm) => void): TableColumn<PostedTerm>[] => [
  {
    key: 'year',
    label: 'Academic Year',
    value: ({ year }) => year,
    text: (year) => academicYearTitle(Number(year)),
    width: 190,
    isFiltered: true,
  },
  {
    key: 'term',
    label: 'Term',
    value: ({ term }) => term,
    text: (_term, { title }) => title,
    cell: ({ term }) => term,
    width: 125,
    isFiltered: true,
  },
  {
    key: 'posted',
    label: 'Posted',
    value: ({ posted }) => posted,
    text: (posted) => (posted === 1 ? 'Yes' : 'No'),
    cell: ({ posted, run }) =>
      run?.state === 'running' ? (
        <Badge variation="info">Being posted</Badge>
      ) : posted === 1 ? (
        <Badge variation="success">Yes</Badge>
      ) : (
        <Badge>No</Badge>
      ),
    width: 130,
    isFiltered: true,
  },
  {
    key: 'date',
    label: 'Date Posted',
    ownLine: 'text',
    value: ({ date_posted }) => date_posted,
    text: (posted) => displayMoment(String(posted)),
  },
  {
    key: 'edit',
    label: 'Edit',
    value: () => null,
    cell: (term) => (
      <Button
        variant="quiet"
        icon={FilePen}
        aria-label={`Edit: ${academicYearTitle(term.year)} Term ${term.term}`}
        onClick={() => onEdit(term)}
      >
        Edit
      </Button>
    ),
    width: 120,
    isFixed: true,
  },
];
