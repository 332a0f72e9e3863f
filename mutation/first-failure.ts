/** Loaded before the tests of a mutant: a property that fails is enough, and nobody reads its smallest example. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
