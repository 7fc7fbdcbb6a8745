// The labels in the language that the scripts are bundled for; the bundler drops the labels in other languages.
import { chineseLogin, englishLogin } from '../words/login-labels.ts';
import type { LoginWords } from '../words/login-labels.ts';
import { english } from '../words/english-labels.ts';
import { chinese } from '../words/chinese-labels.ts';
import type { Words } from '../words/chinese-labels.ts';

declare const CHINESE: boolean;

export const words: Words = CHINESE ? chinese : english;
export const loginWords: LoginWords = CHINESE ? chineseLogin : englishLogin;
