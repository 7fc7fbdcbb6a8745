// Types for the function that we use of this library: file locks of the operating system.
declare module 'fs-native-extensions' {
  const extensions: {
    /**
     * Locks a range of bytes for this file descriptor. False if another process holds the lock; throws if locking
     * fails.
     */
    tryLock(fd: number, offset: number, length: number): boolean;
  };
  export default extensions;
}
