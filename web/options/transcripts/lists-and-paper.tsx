import { useQuery } from '@tanstack/react-query';
import { ListOrdered } from 'lucide-react';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { blankKinds, blankTitles, listKinds, listTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptWordings, transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Toolbar } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import styles from './transcripts.module.css';

const { listPostedTerms, printTermList, printBlankPaper } = transcriptsContract;

/** All of the school, in place of a class or a form level. */
const everybody = '*';

/** Lists of a posted term, and paper to write on. */
export function ListsAndPaper() {
  const terms = useQuery(queryOf(listPostedTerms, {}));
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const levels = useQuery(queryOf(peopleContract.listFormLevels, {}));
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  if (!terms.data || !classes.data || !levels.data || !subjects.data)
    return <Loading queries={[terms, classes, levels, subjects]} what="the choices" lines={2} />;
  return (
    <Stack gap={24}>
      <Text as="h2" size="16on22">
        Lists of a posted term
      </Text>
      {terms.data.length === 0 ? (
        <EmptyState icon={ListOrdered} title="No term is posted" text={transcriptWordings.nothingPosted} />
      ) : (
        <TermList
          terms={terms.data.map(({ year, term, title }) => ({ value: `${year}-${term}`, label: title }))}
          scopes={[
            { value: everybody, label: wordings.wholeSchool },
            ...levels.data.map(({ form_level, title }) => ({ value: `level ${form_level}`, label: title })),
            ...classes.data.map(({ id }) => ({ value: `class ${id}`, label: id })),
          ]}
          subjects={subjects.data.map(({ title }) => ({ value: title, label: title }))}
        />
      )}
      <Text as="h2" size="16on22">
        Blank paper
      </Text>
      <BlankPaper classes={classes.data.map(({ id }) => ({ value: id, label: id }))} />
    </Stack>
  );
}

interface Choice {
  value: string;
  label: string;
}

function TermList({ terms, scopes, subjects }: Record<'terms' | 'scopes' | 'subjects', readonly Choice[]>) {
  const place = useAddressState();
  const list = listKinds.find((one) => one === place.get('list')) ?? 'merit';
  const chosenTerm = place.get('of') ?? terms[0]?.value ?? '';
  const scope = place.get('scope') ?? everybody;
  const subject = place.get('subject');
  const [year = '', term = ''] = chosenTerm.split('-');
  const input = {
    list,
    year,
    term,
    ...(scope.startsWith('class ') ? { class_id: scope.slice(6) } : {}),
    ...(scope.startsWith('level ') ? { form_level: scope.slice(6) } : {}),
    ...(list === 'subject' && subject !== null ? { subject } : {}),
  };
  const isWhole = list !== 'subject' || subject !== null;
  const title = listTitles[list];
  return (
    <Toolbar across={16}>
      <Select
        label="List"
        options={listKinds.map((value) => ({ value, label: listTitles[value] }))}
        value={list}
        onValueChange={(value) => place.change({ list: value }, { replace: true })}
      />
      <Select
        label="Term"
        options={terms}
        value={chosenTerm}
        onValueChange={(value) => place.change({ of: value }, { replace: true })}
      />
      <div className={styles.field}>
        <Combobox
          label="Of"
          options={scopes}
          value={scope}
          onValueChange={(value) => place.change({ scope: value === everybody ? null : value }, { replace: true })}
        />
      </div>
      {list === 'subject' && (
        <div className={styles.field}>
          <Combobox
            label="Subject"
            placeholder="Choose a subject"
            options={subjects}
            value={subject}
            onValueChange={(value) => place.change({ subject: value }, { replace: true })}
          />
        </div>
      )}
      {isWhole && (
        <>
          <Button variant="primary" onClick={() => place.change({ open: 'list' })}>
            Show List
          </Button>
          <SpreadsheetButton
            row={printTermList}
            input={{ ...input, format: 'xlsx' }}
            fileName={`${title}.xlsx`}
            failed={wordings.listFailed}
          />
        </>
      )}
      <DocumentWindow
        open={isWhole && place.get('open') === 'list'}
        onClose={() => place.change({ open: null })}
        title={title}
        size="full"
      >
        <DocumentFrame
          key={JSON.stringify(input)}
          row={printTermList}
          input={input}
          title={title}
          fileName={title}
          what="list"
        />
      </DocumentWindow>
    </Toolbar>
  );
}

function BlankPaper({ classes }: { classes: readonly Choice[] }) {
  const place = useAddressState();
  const classId = place.get('paper-class');
  const paper = blankKinds.find((one) => one === place.get('paper')) ?? 'mark list';
  const title = blankTitles[paper];
  return (
    <Toolbar across={16}>
      <Select
        label="Paper"
        options={blankKinds.map((value) => ({ value, label: blankTitles[value] }))}
        value={paper}
        onValueChange={(value) => place.change({ paper: value }, { replace: true })}
      />
      <div className={styles.field}>
        <Combobox
          label="Class of the paper"
          placeholder="Choose a class"
          options={classes}
          value={classId}
          onValueChange={(value) => place.change({ 'paper-class': value }, { replace: true })}
        />
      </div>
      {classId !== null && <Button onClick={() => place.change({ open: 'paper' })}>Show Paper</Button>}
      <DocumentWindow
        open={classId !== null && place.get('open') === 'paper'}
        onClose={() => place.change({ open: null })}
        title={title}
        size="full"
      >
        {classId !== null && (
          <DocumentFrame
            key={`${paper} ${classId}`}
            row={printBlankPaper}
            input={{ paper, class_id: classId }}
            title={title}
            fileName={`${title} ${classId}`}
            what="paper"
          />
        )}
      </DocumentWindow>
    </Toolbar>
  );
}
