// The type of the only function of this library that we use. It locks files by the operating system.
declare module 'fs-native-extensions' {
  const extensions: {
    /** Locks a range of bytes for this file descriptor. False if another process holds the lock. Throws on failure. */
    tryLock(fd: number, offset: number, length: number): boolean;
  };
  export default extensions;
}
