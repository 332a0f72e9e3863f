import { fileKey } from '#shared/http/contract.ts';
import { type FileKind, fileKinds, fileKindTitle, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { filesBucket, readFileSize } from '../../../platform/files/file-storage.ts';
import { signFileLink } from '../../../platform/files/uploads.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../../platform/requests/cookies.ts';
import { type StudentItem, studentName } from '../../../students/records/store.ts';
import { listProposalsOfStudent, type ProposalItem } from './registration-proposals.ts';

/**
 * Key of a file that a family has sent and nobody has accepted. The lifecycle of its folder deletes it with the
 * proposal.
 */
export const registrationFileKey = (studentId: string, kind: FileKind, file: string): string =>
  fileKey('registration-files', `${studentId}/${kind}/${file}`);

/** Keys of what is sent with a proposal and not accepted. */
export const filesOfProposal = ({ studentId, files = {} }: ProposalItem): string[] =>
  fileKinds.flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : registrationFileKey(studentId, kind, file);
  });

/** Keys of what a student's family has sent in any year and nobody has accepted, for the erasure. One query. */
export const listRegistrationFileKeys = async (studentId: string): Promise<string[]> =>
  (await listProposalsOfStudent(studentId)).flatMap(filesOfProposal);

/** The six files of the form: what the school has beside what is sent. */
export const toRegistrationFileRows = (proposal: ProposalItem | undefined, student: StudentItem) =>
  fileKinds.map((kind) => ({
    kind,
    registered: student[kind] ?? null,
    sent: fileTypeByName(proposal?.files?.[kind], student.studentId) ?? null,
    is_asked: proposal?.asked?.includes(kind) ?? false,
    is_accepted: proposal?.accepted?.includes(kind) ?? false,
  }));

/** @throws NotFoundError where none is sent, or it is no longer kept */
export async function openFileOfRegistration({
  student,
  proposal,
  kind,
  request,
}: {
  student: StudentItem;
  proposal: ProposalItem | undefined;
  kind: FileKind;
  request: RequestFacts;
}) {
  const { studentId } = student;
  const file = proposal?.files?.[kind];
  const type = fileTypeByName(file, studentId);
  const key = file === undefined ? undefined : registrationFileKey(studentId, kind, file);
  const bytes = key === undefined ? undefined : await readFileSize(filesBucket(), key);
  if (file === undefined || type === undefined || key === undefined || bytes === undefined)
    throw new NotFoundError(studentFileRefusals.noFile);
  const ending = file.slice(file.lastIndexOf('.'));
  const name = `${studentName(student, studentId)} ${fileKindTitle(kind)} as sent${ending}`;
  const session = readSessionCookie(request);
  const [url, downloadUrl] = await Promise.all([
    signFileLink(key, { name, type, isSaved: false, session }),
    signFileLink(key, { name, type, isSaved: true, session }),
  ]);
  return { type, bytes, url, download_url: downloadUrl };
}
