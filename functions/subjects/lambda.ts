import { subjectsContract } from '#shared/subjects/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { subjects } from './subjects.ts';

export const handler = apiHandler(subjectsContract, { subjects }, doors);
