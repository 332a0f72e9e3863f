import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Authenticator } from '#functions/platform/requests/authorize.ts';
import { callHandler } from '#functions/platform/requests/call-handler.ts';
import type { Caller } from '#functions/platform/requests/caller.ts';
import { newCsrfToken } from '#functions/platform/requests/csrf.ts';
import { apiHandler } from '#functions/platform/requests/pipeline.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Request pipeline';

const calls = 4000;
const rounds = 9;

const caller: Caller = {
  accountId: 'T1',
  role: 'teacher',
  userName: 'mona',
  name: 'Mona Núñez',
  permissions: [],
  sessionHash: 'hash',
};
const csrfKey = 'a key of a bench';
const session = `VDE.${'s'.repeat(43)}`;
const token = newCsrfToken(csrfKey, session);
/** A session as the table would give it, without the table: what is measured is the way of a request and its answer. */
const authenticator: Authenticator = {
  openSession: async () => ({ caller, found: {} as never }),
  openStation: async () => null,
  slowSession: async () => {},
  csrfKey: async () => csrfKey,
  noteAccess: async () => {},
};

const saved = {
  student_id: '01607',
  subject_id: 'MATH',
  year: 2026,
  term: 1 as const,
  class_id: '1E',
  exam_mark: 55.5,
  comment: 'A steady term with pleasing results in every topic. Aim higher still in the next one.',
  was: { exam_mark: null, comment: null },
};
const answer = {
  student_id: '01607',
  subject_id: 'MATH',
  year: 2026,
  term: 1 as const,
  employee_id: 'T1',
  name: 'Waithe, Kyle',
  class_id: '1E',
  form_level: 1,
  picture: null,
  course_mark: 20.5,
  course_work: { mark: 41, out_of: 60 },
  exam_mark: 55.5,
  exam_out_of: 70,
  late: null,
  absent: null,
  app: null,
  con: null,
  comment: saved.comment,
  registered: true,
};

const event = {
  httpMethod: 'POST',
  resource: '/api/table2',
  path: '/api/table2',
  headers: {
    'content-type': 'application/json',
    cookie: `session=${session}; XSRF-TOKEN=${token}`,
    'x-xsrf-token': token,
    'idempotency-key': '0d1f5a52-6f0c-4c39-9a2c-5c1d1f5d7c11',
  },
  multiValueHeaders: {},
  pathParameters: null,
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  stageVariables: null,
  body: JSON.stringify(saved),
  isBase64Encoded: false,
  requestContext: { requestId: 'bench', identity: { sourceIp: '127.0.0.1' } },
} as unknown as APIGatewayProxyEvent;

/** The least a handler can do: read the body, answer. */
const bare = async (request: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  JSON.parse(request.body ?? '');
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) };
};

const notMeasured = () => Promise.reject(new Error('not measured'));

export async function run(): Promise<BenchRow[]> {
  const whole = apiHandler(
    markSheetContract,
    {
      saveSubjectRecord: async () => ({
        saveSubjectRecord: callHandler(markSheetContract.saveSubjectRecord, { handle: async () => answer }),
      }),
      teacherLessonStudents: notMeasured,
      markSheetAt: notMeasured,
      restoreMarkSheet: notMeasured,
      markHistory: notMeasured,
      classProgress: notMeasured,
      commentBank: notMeasured,
      saveBankComment: notMeasured,
      deleteBankComment: notMeasured,
      lastTermMarks: notMeasured,
      lessonProgress: notMeasured,
    },
    authenticator,
  );
  const context = {} as Context;
  const first = await whole(event, context);
  if (first.statusCode !== 200) throw new Error(`The pipeline answers ${first.statusCode}: ${first.body}`);
  const differences: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await microseconds(() => bare(event));
    const within = await microseconds(() => whole(event, context));
    differences.push(within - without);
  }
  const median = differences.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return [
    {
      measure: 'A saved mark through the pipeline, over a bare handler with the same body (session from memory)',
      value: `${median.toFixed(0)} µs`,
      limit: '≤ 50 µs',
      ok: median <= 50,
    },
  ];
}

async function microseconds(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) await call();
  return ((performance.now() - start) / calls) * 1000;
}
