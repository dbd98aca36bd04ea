import type { Request, Response } from 'express';
import type { SignedIn } from '../sessions/viewers.ts';

/** Handles a form that only those who are signed in can send. */
export type SignedInForm = (signedIn: SignedIn, request: Request, response: Response) => Promise<void>;
