import '../../hosts/require-node.js'
