import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { familiesContract } from '#shared/options/families/contract.ts';
import { attempt } from '../../../../acts/attempt.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { LoadFailed, WaitingForAnswer } from '../page-states.tsx';
import { CardLinks } from './card-links.tsx';
import { type FamilyReport, ReportBody } from './report-body.tsx';

/** One of the student's own reports. */
export default function ReportPage() {
  const { period = '' } = useParams();
  const [year = '', term = ''] = period.split('-');
  const [report, setReport] = useState<FamilyReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const open = useCallback(async () => {
    setFailure(null);
    await attempt(
      async () => setReport(await call(familiesContract.readMyReport, { year, term })),
      (error) => setFailure(messageOf(error)),
    );
  }, [year, term]);
  useEffect(() => void open(), [open]);
  useEffect(() => {
    document.title = report ? `Report, ${report.title}` : 'Report';
  }, [report]);
  if (failure !== null)
    return (
      <>
        <LoadFailed message={failure} onRetry={() => void open()} />
        <p className="page">
          <Link to="/reports">My reports</Link>
        </p>
      </>
    );
  if (!report) return <WaitingForAnswer />;
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      <ReportBody report={report}>
        <CardLinks year={report.year} term={report.term} title={report.title} code={report.code} />
      </ReportBody>
    </main>
  );
}
