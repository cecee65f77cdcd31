package io.stillpoint.console.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * Who may use the shell: the user that the server runs as, and root. The folder's mode already
 * keeps others out; this holds where the mode does not (a folder on a share, a mode changed by
 * hand).
 */
final class Peer {
  private final UserPrincipal self;
  private final UserPrincipal root;

  private Peer(UserPrincipal self, UserPrincipal root) {
    this.self = self;
    this.root = root;
  }

  /**
   * @param own a file that this process has just made, whose owner is therefore its user
   */
  static Peer check(Path own) throws IOException {
    UserPrincipal root;
    try {
      root = FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("root");
    } catch (IOException e) {
      // A system without that name: then only the server's own user.
      root = null;
    }
    return new Peer(Files.getOwner(own), root);
  }

  boolean allows(SocketChannel channel) throws IOException {
    UnixDomainPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
    return peer.user().equals(self) || peer.user().equals(root);
  }
}
