import { Badge } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, KeyRound, Power } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { keyWordings, keyScreenWordings as wordings } from '#shared/options/oneroster/key-wordings.ts';
import type { KeyPart } from '#shared/options/oneroster/rest/scopes.ts';
import { pluralize } from '#shared/pluralize.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../../ui/controls/use-copy.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Table } from '../../ui/display/table.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted, Text } from '../../ui/layout/text.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import styles from './oneroster.module.css';

const { listRosterKeys, addRosterKey, endRosterKey } = onerosterContract;
type Answer = Output<typeof listRosterKeys>;
type RosterKey = Answer['keys'][number];
type Made = Output<typeof addRosterKey>;

/** Keys by which other systems read the school: made, listed with what they read, ended. */
export function RosterKeys() {
  const answer = useQuery({ ...queryOf(listRosterKeys, {}), staleTime: 0 });
  const client = useQueryClient();
  const [made, setMade] = useState<Made>();
  const panel = useRef<HTMLDivElement>(null);
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(listRosterKeys) });
  const { act } = useAct({ onFailed: noticeFailure });
  const end = async ({ id, name }: RosterKey) => {
    const asked = { title: wordings.endTitle(name), text: wordings.endMeans, confirmLabel: wordings.endNow };
    if (!(await confirm({ ...asked, danger: true }))) return;
    await act(async () => {
      await call(endRosterKey, { id });
      // Its secret no longer works.
      if (made?.key.id === id) setMade(undefined);
      snackbar(wordings.isEnded(name));
      await reload();
    }, id);
  };
  if (!answer.data) return <Loading queries={[answer]} what="the keys" />;
  const { keys, parts, address } = answer.data;
  return (
    <Stack gap={16} tabIndex={-1} ref={panel} className={styles.keys}>
      <p className={styles.about}>{wordings.about}</p>
      {address === null ? (
        <Alert tone="info">{wordings.noAddress}</Alert>
      ) : (
        <NewKey
          parts={parts}
          onMade={(one) => {
            setMade(one);
            void reload();
          }}
        />
      )}
      {made && address !== null && (
        <MadeKey
          key={made.key.id}
          made={made}
          address={address}
          onClose={() => {
            setMade(undefined);
            panel.current?.focus();
          }}
        />
      )}
      <Keys keys={keys} canMake={address !== null} onEnd={end} />
    </Stack>
  );
}

function NewKey({ parts, onMade }: { parts: readonly KeyPart[]; onMade: (made: Made) => void }) {
  const [name, setName] = useState('');
  const [reads, setReads] = useState<readonly KeyPart[]>(['people']);
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const { act, isBusy, problem, setProblem } = useAct();
  const isNameless = name.trim() === '';
  /** Another name or choice is another key, even if the earlier answer was lost. */
  const change = (set: () => void) => {
    set();
    setAttempt(crypto.randomUUID());
    setProblem(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isNameless) return setProblem(keyWordings.nameIt);
    if (reads.length === 0) return setProblem(keyWordings.chooseOne);
    await act(async () => {
      onMade(await call(addRosterKey, { name, reads: [...reads] }, { idempotencyKey: attempt }));
      setName('');
      setReads(['people']);
      setAttempt(crypto.randomUUID());
    });
  };
  return (
    <Stack as="form" gap={12} width={560} onSubmit={(event: FormEvent) => void submit(event)}>
      <TextField
        label={wordings.newKey}
        value={name}
        maxLength={40}
        autoComplete="off"
        error={isNameless ? (problem ?? undefined) : undefined}
        onChange={(event) => change(() => setName(event.target.value))}
      />
      <Stack as="fieldset" gap={2}>
        <Text as="legend" size={13} weight={600} className={styles.legend}>
          {wordings.mayRead}
        </Text>
        {parts.map((part) => (
          <Row as="label" key={part} gap={8} className={styles.part}>
            <input
              type="checkbox"
              checked={reads.includes(part)}
              onChange={({ target }) =>
                change(() => setReads(parts.filter((one) => (one === part ? target.checked : reads.includes(one)))))
              }
            />
            {wordings.parts[part]}
          </Row>
        ))}
      </Stack>
      {problem !== null && !isNameless && <Alert tone="error">{problem}</Alert>}
      <Row>
        <Button type="submit" icon={KeyRound} busy={isBusy}>
          {wordings.make}
        </Button>
      </Row>
    </Stack>
  );
}

interface MadeKeyProps {
  made: Made;
  /** Of the school. */
  address: string;
  onClose: () => void;
}

/** What the other system is given, with the secret, which is not stored and so shown only once. */
function MadeKey({ made: { key, secret }, address, onClose }: MadeKeyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What a press opens has the focus.
  useEffect(() => heading.current?.focus(), []);
  const lines = [
    [wordings.address, `${address}/ims/oneroster`],
    [wordings.tokens, `${address}/ims/oauth2/token`],
    [wordings.keyId, key.id],
    [wordings.secret, secret],
  ] as const;
  return (
    <Stack as="section" gap={12} className={styles.made} width={720} aria-label={wordings.ready(key.name)}>
      <Text as="h2" size="16on22" breaks tabIndex={-1} ref={heading}>
        {wordings.ready(key.name)}
      </Text>
      <p>{wordings.shownOnce}</p>
      {lines.map(([label, value]) => (
        <Shown key={label} label={label} value={value} />
      ))}
      <Row>
        <Button onClick={onClose}>{wordings.done}</Button>
      </Row>
    </Stack>
  );
}

function Shown({ label, value }: { label: string; value: string }) {
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLElement>(null);
  return (
    <Stack gap={4}>
      <Muted as="span" size={12.5} weight={600}>
        {label}
      </Muted>
      <Row gap={8}>
        <code ref={shown} className={styles.value}>
          {value}
        </code>
        <Button
          variant="quiet"
          icon={copied ? Check : Copy}
          aria-label={wordings.copy(label)}
          onClick={() => void copy(value, shown.current)}
        >
          {copied ? wordings.copied : 'Copy'}
        </Button>
      </Row>
      {isRefused && <p role="alert">{copyRefusedText}</p>}
    </Stack>
  );
}

interface KeysProps {
  keys: readonly RosterKey[];
  canMake: boolean;
  onEnd: (key: RosterKey) => Promise<unknown>;
}

function Keys({ keys, canMake, onEnd }: KeysProps) {
  if (keys.length === 0 && !canMake) return null;
  if (keys.length === 0) return <EmptyState icon={KeyRound} title={wordings.none} text={wordings.noneText} />;
  return (
    <Table label={wordings.keys} folds>
      <thead>
        <tr>
          <th scope="col">{wordings.name}</th>
          <th scope="col">{wordings.reads}</th>
          <th scope="col">{wordings.lastUsed}</th>
          <th scope="col">{wordings.lastDays}</th>
          <th scope="col">{wordings.made}</th>
          <th scope="col">{wordings.actions}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              {key.name} {key.ended_at && <Badge variation="warning">{wordings.ended}</Badge>}
            </th>
            <td data-label={wordings.reads}>{key.reads.map((part) => wordings.partNames[part]).join(', ')}</td>
            <td data-label={wordings.lastUsed}>
              <WholeDates>{key.last_used ? momentText(key.last_used) : wordings.never}</WholeDates>
            </td>
            <td data-label={wordings.lastDays} title={key.readings.map(toReadingText).join('\n')}>
              {pluralize(
                key.readings.reduce((sum, { records }) => sum + records, 0),
                'record',
              )}
            </td>
            <td data-label={wordings.made}>
              <WholeDates>{`${momentText(key.made_at)}, ${key.made_by}`}</WholeDates>
            </td>
            <td>
              {key.ended_at ? (
                <WholeDates>{wordings.since(momentText(key.ended_at))}</WholeDates>
              ) : (
                <Button
                  variant="quiet"
                  icon={Power}
                  aria-label={`${wordings.end}: ${key.name}`}
                  onClick={() => void onEnd(key)}
                >
                  {wordings.end}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** "rostering/students: 12 requests, 1,100 records". */
const toReadingText = ({ list, requests, records }: RosterKey['readings'][number]): string =>
  `${list}: ${pluralize(requests, 'request')}, ${pluralize(records, 'record')}`;
