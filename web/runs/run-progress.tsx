import { useEffect, useState } from 'react';
import { ProgressBar } from '../ui/display/progress-bar.tsx';
import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';

interface RunProgressProps {
  /** The running job: "Posting reports". */
  label: string;
  /** One sentence more, such as who began it. */
  text?: string;
  /** ISO 8601, or milliseconds since 1970. */
  startedAt: string | number;
  rows_processed: number;
  total_rows: number;
}

/** How far a durable job is: a bar, "12 of 900", and for how long it has been going. */
export function RunProgress({ label, text, startedAt, rows_processed: done, total_rows: total }: RunProgressProps) {
  return (
    <Stack gap={8}>
      <div role="status">
        <p>{label}</p>
        <p>{text} It goes on when you close this page.</p>
      </div>
      <ProgressBar label={label} done={done} total={total} />
      <Row as="p" align="stretch" justify="between" gap={12} tone="muted" size={12.5} figures>
        <span>{total > 0 && `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}</span>
        <Clock startedAt={new Date(startedAt).getTime()} />
      </Row>
    </Stack>
  );
}

/** "1:05"; not read out, as it would be every second. */
function Clock({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1000));
  return (
    <span aria-hidden>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
