import { subjectsContract } from '#shared/subjects/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(subjectsContract, { listSubjects: () => import('./subjects.ts') }, authenticator);
