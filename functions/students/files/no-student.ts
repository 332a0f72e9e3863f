import { NotFoundError } from '../../platform/errors.ts';

export const noStudent = () => new NotFoundError('There is no such student.');
